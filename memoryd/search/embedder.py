"""The local model as a process of its own: texts in, vectors out, over one socket (stdin).

It ends when nobody asked for a while and when the parent hangs up, so that the memory of the model
is taken only while it is used.

Decided by figures (one thread, processor time; a question of 12 word pieces, texts of 36; start:
import and load; memory of the whole process after 900 texts):

    |                                            | question | texts/s |    start    |   memory   |
    | onnxruntime, the weights' own float graph  |  4.7 ms  |    93   | .10 + .20 s | 148-223 MB |
    | onnxruntime, our graph of whole numbers    |  1.7 ms  |   235   | .05 + .13 s |  99-104 MB |
    | numpy, floats, texts side by side          |  9.2 ms  |  66-102 | .06 + .05 s |  75-134 MB |

numpy alone would need one package less, but a question takes five times as long and the first
filling more than twice; its memory is no less once in use. Vectors of the graph of whole numbers
have a cosine of .993 with those of the floats (.984 at the least, 600 texts).
"""

import json
import socket
import sys

from memoryd.errors import EmbeddingError
from memoryd.search.embedding import IDLE, missing, receive, send


def main() -> None:
    """Say whether the model is ready, then answer until idle or alone."""
    idle = float(sys.argv[1]) if len(sys.argv) > 1 else IDLE
    with socket.socket(fileno=0) as channel:
        try:
            # Imported here so that a broken installation is said in words.
            from memoryd.search.minilm import MiniLM  # noqa: PLC0415 - see above

            model = MiniLM()
        except ImportError as err:
            said = missing() or f"{err.name} cannot be loaded; install memoryd[semantic] anew"
            send(channel, json.dumps({"trouble": said}).encode())
            return
        except EmbeddingError as err:
            send(channel, json.dumps({"trouble": str(err)}).encode())
            return
        send(channel, json.dumps({"ready": True}).encode())
        channel.settimeout(idle)
        try:
            while True:
                send(channel, model.embed(json.loads(receive(channel))).tobytes())
        except (EOFError, OSError):  # nobody asked for a while, or the parent went
            return


if __name__ == "__main__":
    main()
