"""The review queue in a browser: pages made on the server, which work from the wheel and without a network.

Read `desk.py` (what every page works with), `access.py` (who may, from where), `queue_pages.py` (the way through the
queue) and `posted.py` (from a form to a verdict).
"""
