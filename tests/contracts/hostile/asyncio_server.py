"""Uses asyncio, whose own plumbing has to work, to connect and to serve."""
# expect: (?s)plumbing works.*client: PermissionError.*server:

import asyncio

from deeds import TARGETS


async def main():
    await asyncio.sleep(0.001)
    print("plumbing works")
    try:
        await asyncio.open_connection("127.0.0.1", TARGETS["tcp"])
        print("ESCAPED: connected")
    except OSError as refused:
        print(f"client: {type(refused).__name__}: {refused}")
    try:
        server = await asyncio.start_server(print, "127.0.0.1", TARGETS["tcp"] + 1)
        print("ESCAPED: listening" if server.sockets else "server: there is no socket to serve on")
    except OSError as refused:
        print(f"server: {type(refused).__name__}: {refused}")


asyncio.run(main())
