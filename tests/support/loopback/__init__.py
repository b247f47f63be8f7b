"""A server on this machine that speaks the OpenAI chat protocol, answers with the built-in company, and does harm.

    with Loopback(faults={"429": 0.2}, latency=0.01, profile="openai", key="k") as server:
        client = openai.AsyncOpenAI(base_url=server.base_url, api_key="k")
        ...
        server.log(), server.stats()

It runs in a process of its own, so that a client that is killed does not take it along. By hand:

    python -m tests.support.loopback --port 8000 --faults 429=0.2,truncated=0.05

Embeddings are answered, too (`embeddings`), and requests in batches (`batches`). `profiles` says what real servers
differ in, `faults` what can go wrong, `journal` what is noted of each request.
"""

from tests.support.loopback.chat import MODEL
from tests.support.loopback.faults import NETWORK, REPLIES
from tests.support.loopback.journal import Entry, digest
from tests.support.loopback.process import Loopback

__all__ = ["MODEL", "NETWORK", "REPLIES", "Entry", "Loopback", "digest"]
