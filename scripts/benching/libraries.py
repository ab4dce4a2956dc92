"""Search libraries of others, asked for any of a question's words."""

from collections.abc import Sequence
from pathlib import Path

from benching.corpora import Doc, Query
from benching.shape import question_words, rendered


class Bm25s:
    """bm25s with its English stop words and PyStemmer."""

    def __init__(self, _folder: Path) -> None:
        """Begin with no turns."""
        self._docs: list[Doc] = []
        self._index: object | None = None

    def add(self, docs: Sequence[Doc]) -> None:
        """Take more turns; the index is built anew when asked."""
        self._docs += docs
        self._index = None

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Ask for any of the words."""
        import bm25s  # noqa: PLC0415 - an extra; without it this line is left out of the table

        if self._index is None:
            self._index = bm25s.BM25(method="lucene")
            self._index.index(self._tokens(rendered(self._docs, True, 0)), show_progress=False)  # noqa: FBT003
        wanted = self._tokens([" ".join(question_words(query.text))])
        found, scores = self._index.retrieve(wanted, k=min(depth, len(self._docs)),
                                             show_progress=False)  # fmt: skip
        pairs = zip(found[0], scores[0], strict=True)
        return [self._docs[at].id for at, score in pairs if score > 0]

    def close(self) -> None:
        """Hold no file."""

    @staticmethod
    def _tokens(texts: Sequence[str]) -> object:
        import bm25s  # noqa: PLC0415 - see above
        import Stemmer  # noqa: PLC0415 - see above

        stemmer = Stemmer.Stemmer("english")
        return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)


class Tantivy:
    """Tantivy with the English stemmer that it comes with."""

    def __init__(self, folder: Path) -> None:
        """Begin an empty index in the folder."""
        import tantivy  # noqa: PLC0415 - see above

        fields = tantivy.SchemaBuilder()
        fields.add_text_field("id", stored=True, tokenizer_name="raw")
        fields.add_text_field("body", tokenizer_name="en_stem")
        self._document = tantivy.Document
        self._index = tantivy.Index(fields.build(), path=str(folder))

    def add(self, docs: Sequence[Doc]) -> None:
        """Add one document a turn."""
        writer = self._index.writer()
        for doc, body in zip(docs, rendered(docs, True, 0), strict=True):  # noqa: FBT003
            writer.add_document(self._document(id=doc.id, body=body))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def search(self, query: Query, depth: int) -> Sequence[str]:
        """Ask for any of the words."""
        searcher = self._index.searcher()
        wanted = self._index.parse_query(" ".join(question_words(query.text)), ["body"])
        hits = searcher.search(wanted, depth).hits
        return [searcher.doc(address)["id"][0] for _, address in hits]

    def close(self) -> None:
        """Leave the files to their folder."""
