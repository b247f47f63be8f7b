"""Opens a port on which somebody outside could ask for more."""
# expect: PermissionError

import socket

server = socket.create_server(("0.0.0.0", 0))
print("ESCAPED: listening", server.getsockname())
