"""Given names: first names that tell a person before a colon from a firm, a town or a topic.

No list is whole: it only decides where nothing else tells "Tom: I moved" from "Globex: I moved".
Without accents; names that mostly mean a month, a car or a plain word are left out.
"""

GIVEN_NAMES = frozenset(
    """aaliyah aaron abby abdul abdullah abel abena abigail abraham ada adam adebayo adele adelina
    aditya adrian adriana agata agnes agnieszka ahmad ahmed ahmet aidan aileen aino aisha
    akira akua alain alan albert alberto aldo alec alejandra alejandro aleksandr aleksandra
    aleksei alena alessandra alessandro alessia alex alexander alexandra alexandre alexandru
    alexei alexis alfie alfonso alfred alfredo ali alice alicia alina alisha alison alistair
    allan allen allison alma alvaro alyona alyssa amanda amelia amelie amina aminata amir
    amit amy ana ananya anastasia anastasiya anders andre andrea andreas andreea andrei
    andrej andres andrew andrey andrii andy angela angelica angelika angelina angelo angie
    angus anh anika anil anita anja anjali ann anna annabel anne annemarie annette annie
    annika anouk ansgar ante anthony antoine anton antonia antonio antti anya aoi aoife
    arash aria ariana arjun arman armin arnaud arnav arne arnold artem arthur artur arturo
    arun asger asha ashley ashok astrid attila aurelie aurora austin ava avi axel ayako
    ayesha aylin ayse babak barbara barry bart bartosz bastian bea beata beate beatrice
    beatriz becky bella ben bence benedict benedikt benjamin benoit bernard bernardo bernd
    bernhard bert bertrand beth bethany betty beverly bianca bilal bill birgit birgitta
    bjorn blake bob bogdan boris brad bradley bram brandon brenda brendan brett brian
    bridget brigitte britta brittany brooke bruce bruno bryan burak caio caitlin callum
    calvin cameron camila camilla camille carina carl carla carlo carlos carmen carol
    carolina caroline carolyn carrie carsten carys cassandra catalina cate caterina
    catherine cathy cecile cecilia cedric celeste celia celine cem chad chandra chao charles
    charlie charlotte chen cheng cheryl chiara chinedu chioma chloe chris christa christian
    christiane christina christine christoph christophe christopher chuck ciaran cindy
    claire clara clarissa claudia claudio claus clemens clement cleo clive colette colin
    colleen connie connor conor constantin cora corinna corinne cornelia cory courtney craig
    cristian cristiano cristina curtis cynthia cyril daan dagmar daisuke daisy dale damian
    damien dan dana daniel daniela daniele danielle danilo danny daphne dario darius darren
    dave david davide dawid dean debbie deborah debra declan deepak denis denise deniz
    dennis derek desmond detlef diana diane didier diego dieter dimitri dina dirk divya
    dmitri dmitry dmytro dolores dominic dominik dominique don donald donna dora doris
    dorota dorothea dorothy doug douglas dragan drew duarte duc duncan dustin dylan ebba
    eberhard eckhard eddie edgar edith eduardo edward edwin eileen eitan ekaterina elaine
    eleanor elena eleni elias elif elijah elin elisa elisabeth elise eliza elizabeth ella
    ellen ellie elliot elliott elsa elvira emanuel emeka emil emilia emilie emilio emily
    emine emma emmanuel emre enrico enrique eoin eric erica erich erik erika erin ernest
    ernesto ernst erwin esme esra esteban estelle esther eszter ethan euan eugen eugene eva
    evan eve evelyn ewa ewan fabian fabio fabrice fatih fatima fatma fatou federica federico
    felicia felicitas felipe felix femke feng ferdinand fergus fernanda fernando filip
    filippo finn fiona flavia flora florence florian florin fran frances francesca francesco
    francis francisco franco francois francoise frank franz franziska fred freddie frederic
    frederick frederik freya frida friederike friedrich fritz gabi gabor gabriel gabriela
    gabriele gabriella galina ganesh gareth gary gaurav gavin geert gemma gene geoff
    geoffrey georg george georgia georgina georgios gerald gerard gerd gerhard gerrit gerry
    gertrud giacomo gianluca gianni gilbert gilles gina giorgio giorgos giovanna giovanni
    gisela gita giulia giulio giuseppe gladys glen glenn gloria goran gordon grace graham
    greg gregor gregorio gregory greta guadalupe guido guillaume guillermo gunnar gunther
    gustav gustavo gwen hakan hamish hana hanako hanna hannah hannes hans hao harald harish
    harold harper harriet harrison harry haruto hassan hatice heather hector heike heiko
    heinrich heinz helen helena helene helga helmut hendrik henri henrik henrique henry
    herbert herman hermann hilda hilde hiroko hiroshi hoang holger holly homer hong horst
    howard hubert huda hugh hugo hui huong huseyin hussein ian ibrahim ida ignacio igor
    ilaria ilse ilya imani imran ina ines inga inge ingo ingrid ioan ioana irene irina iris
    irma iryna isaac isabel isabell isabella isabelle isla ismail istvan ivan ivana ivo jack
    jackie jacob jacqueline jacques jaime jake jakob jakub james jamie jan jana jane janet
    janice janina janine jared jasmin jasmine jason javier jay jayden jean jeanette jeff
    jeffrey jelena jen jenna jennifer jenny jens jeremy jeroen jerome jerry jess jesse
    jessica jihoon jill jim jimmy jin jing jiri jisoo jo joachim joan joana joanna joanne
    joao joaquim joaquin jochen jodie joe joel joelle joerg joey johan johann johanna
    johannes john johnny jon jona jonas jonathan joost jordan jorge jose josef josefine
    joseph josephine josh joshua josie juan juana juanita judith judy juergen juha jukka
    jules julia julian juliana juliane julie julien juliet juliette julio julius jun jurgen
    justin justine jutta kai kaitlyn kalle kamil kamila karan karen karim karin karina karl
    karla karolina kasia katarina katarzyna kate katerina katharina katherine kathleen
    kathrin kathryn kathy katie katja katrin katy kavita kaya kayla keiko keith kelly kelvin
    kemal ken kenji kenneth kenny kenta kerry kerstin kevin khalid kiara kieran kilian kim
    kimberly kira kiran kirill kirk kirsten kirsty klara klaus knut kofi konrad konstantin
    krishna kristen kristian kristin kristina kristof krzysztof ksenia kumar kunal kurt
    kwame kwesi kyle lakshmi lana larissa larry lars laszlo latoya laura lauren laurence
    laurent laurie layla lea leah leander leila lena lenka lennart leo leon leona leonard
    leonardo leonie leroy lesley leslie leticia levi lewis lex leyla li liam lidia lieke
    lili lilian liliana lilli lillian lilly lily lina linda lindsay lindsey linh linnea
    linus lionel lisa lise liv livia liz lizzie logan lola lorena lorenz lorenzo lorraine
    lothar lotte lou louis louisa louise luc luca lucas lucia luciana lucie lucy ludwig
    luigi luis luisa luise luiz luka lukas lukasz luke luna lutz lydia lynn lyudmila maarten
    madison mads maeve magda magdalena maggie magnus mahesh mahmoud maike maja maksim
    malcolm malgorzata malik malte malu mamadou manfred manish manuel manuela mara marc
    marcel marcela marcelo marcia marcin marco marcos marcus mareike margaret margarita
    margit margot maria mariam mariana marianne marie marija marilyn marina mario marion
    marisa marissa marius marjorie mark marko markus marlene marlies marta martha martin
    martina marvin mary maryam massimo mathias mathieu mathilde matt matteo matthew matthias
    matthieu maud maureen maurice mauricio mauro max maxim maxime maximilian maya mayra
    meera megan mehmet mei meike melanie melina melinda melissa meredith merle merve mette
    mia micah michael michaela michal michel michele michelle mick miguel mihai mika mike
    mikhail mikkel mikko mila milan milena miles milo milos mimi mina ming minh minjun
    miranda miriam mirjam mitchell mo mohamed mohammad mohammed moira molly mona monica
    monika monique morgan moritz moses moshe mostafa moussa muhammad murat mustafa mykola
    myriam nadia nadine nadja nahid naima nancy naoki naomi natalia natalie natalya natasha
    nathalie nathan naveen neal ned neha neil nele nell nelly nelson nemanja ngozi nguyen
    nia niamh nicholas nick nicki nico nicola nicolas nicole niels nigel nikhil nikita
    niklas niko nikola nikolai nikolaus nikos nils nina nino nisha noa noah noel noemi nomsa
    noor nora norah norbert norma norman nour nuno oisin oksana olaf ole oleg oleksandr
    olena olga oliver olivia olivier olumide omar omri ondrej orla oscar oskar osman otto
    ousmane owain owen ozan pablo padraig paige pam pamela paola paolo pascal pat patricia
    patricio patrick patrik patty paul paula paulina pauline paulo pavel pawel pedro peggy
    pekka penelope penny pepe pete peter petra petros phil philip philipp philippa philippe
    phillip phoebe pia pierre pieter pietro pilar piotr polly pooja pradeep priscilla priya
    priyanka przemek quentin rachel radek rafael rafal raffaele ragnhild rahel rahul raimund
    rainer raj rajesh rajiv ralf ralph ramesh ramon ramona randy rania raphael raquel rashid
    rasmus raul ravi ray raymond razvan rebecca rebekka regina reiner reinhard remi renata
    renate rene reza rhys ricardo riccardo richard rick ricky riley rina rita rivka rob
    robbie robert roberta roberto robin rodrigo roger rohan rohit roisin roland rolf roman
    romina romy ron ronald ronja rosa rosalie rosanna rose rosemary rosie ross rowan roxana
    roy ruben rudi rudolf rui rupert russell ruth ruud ryan ryo sabine sabrina sacha sachin
    sadie sakura salim sally salma salvatore sam samantha samir samira samuel sander sandra
    sandro sandy sanjay sanjeev sanna sanne santiago santosh saoirse sara sarah sasha saskia
    satoshi scott sean sebastian sebastien selena selim selin selina selma seojun serena
    serge sergei sergey sergio serhiy seth shan shannon sharon shaun shawn sheila shelly
    sherry shira shirley shota shreya sian sibylle sid siddharth siegfried signe sigrid
    sigurd silke silvia silvio simon simona simone sina sinead siobhan sipho sneha sofia
    sofie soledad solveig sonia sonja sophia sophie soren stacy stan stanislav stanislaw
    stef stefan stefania stefanie stefano steffen steffi stella stephan stephane stephanie
    stephen steve steven stuart sue sunil sunita suresh susan susana susanna susanne susi
    suzanne suzie sven svenja svetlana sylvia sylvie tabea tadeusz takashi tamara tamas
    tania tanja tanya tara taras tariq taro tarun tatiana tatjana taylor ted teresa teri
    terry tess tessa thabo thanh thea theo theodor theodore theresa therese thiago thierry
    thijs thilo thomas thorsten tiago tiffany tim timo timothy tina tobias toby todd tom
    tomas tomasz tommy toni tony torben torsten tracey tracy trang travis trevor trine trish
    tristan troy tuan tyler ulf uli ulla ulrich ulrike umberto ursula uta ute uwe vaclav
    vadim valentin valentina valeria valerie vanessa varun vasili vera verena veronica
    veronika vicente vicky victor victoria vijay vikram viktor viktoria vince vincent
    vincenzo viola violet violeta virginie vito vitor vivek vivian viviana vlad vladimir
    volker volodymyr waldemar walid walter wanda wayne wei wendy werner wesley whitney
    wiebke wilhelm will willem william willy wim wojciech wolfgang wouter xavier xiaoming
    xin yael yan yana yannick yara yaroslav yasmin yasmine yoko yosef youssef yui yuki yulia
    yun yuri yusuf yuto yves yvette yvonne zach zachary zainab zara zbigniew zeynep zoe
    zofia zoltan zoran zsofia zuzana""".split()
)
