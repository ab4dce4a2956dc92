# ruff: noqa: RUF001 - these letters are meant
"""What asks for days and nothing else: "what did we talk about", "was war", "发生了什么"."""

SPACED = frozenset(
    """talk talked talking discuss discussed discussing chat chatted speak spoke speaking do did
    done doing up new news interesting important special exciting notable overview summary
    summarise summarize recap review diary journal log notes note memory memories day days events
    event highlights occurred thing things anything something everything give show list please
    remember remind learn learned busy
    was war waren wars hat habe haben hast habt gab gibt es los geschah geschehen passiert passierte
    ereignete gemacht getan gesprochen geredet besprochen erzählt gesagt worüber wovon wir ich du
    man sich uns mir wie so alles etwas neues neu wichtiges interessantes der die das den dem ein
    eine einen am im in an von vom zu über tag überblick zusammenfassung notizen ereignisse bitte
    zeig zeige liste mein meine
    qu que quoi est ce c qui s passé passe fait faite faits ai as a avons avez ont été j je tu
    on nous vous parlé discuté dit de du des d la le les l en un une il y eu quoi nouveau neuf
    résumé notes journée jour comment était mon ma
    qué pasó paso hice hicimos hizo hablamos hablé dijimos dije ocurrió sucedió hay hubo fue ha he
    hemos hecho hablado de el los las lo en nuevo resumen notas mi día cómo sobre
    cosa che ho abbiamo fatto successo parlato è detto di il lo gli nuovo novità riassunto
    o que fiz fizemos falamos aconteceu houve
    wat heb hebben we gedaan besproken gebeurde gebeurd er is
    что чем о об мы я ты было был была были произошло случилось происходило делали делал делала
    сделали говорили говорил обсуждали обсудили нового интересного важного в во на за у нас меня
    как прошел прошла прошло дела обзор итоги""".split()
)
# Of scripts that do not part words, and of Korean, whose particles stick.
UNSPACED = frozenset(
    """发生了什么事情 发生了什么事 发生了什么 發生了什麼事 發生了什麼 有什么新鲜事 有什么 有什麼
    做了什么 做了什麼 做过什么 干了什么 聊了什么 聊了些什么 聊了 说了什么 說了什麼 谈了什么
    讨论了什么 讨论了 什么 什麼 哪些 事情 我们 我們 我 你 都 的 了 吗 嗎 呢 在 是 有 做 说 聊 谈
    总结 概要 情况 怎么样 怎麼樣 过得 何がありましたか 何があった 何が起きた 何が起こりました
    何をしましたか 何をしました 何をした 何をしていた 何を話しましたか 何を話した
    何について話しました 何か ありましたか あった ました でした ですか です 出来事 まとめ 私たち
    私 僕 何 は が を に の で か と も 話した した 무슨 일이 있었나요 있었어요 있었어 있었나
    있었지 있었 무엇을 무엇 뭘 뭐 했어요 했어 했나요 했나 했지 했 일 을 를 이 가 은 는 에 에는
    우리는 우리 나는 나 제가 내가 이야기했 얘기했 이야기 얘기 요 나요 하였 요약 어땠""".split()
)
