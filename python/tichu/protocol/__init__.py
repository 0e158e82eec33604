"""The JSON protocol: messages, tables and sessions, without any input or output.

docs/PROTOCOL.md describes it. A transport makes a :class:`~tichu.protocol.hub.Hub`, opens a session
for each connection, hands it the bytes that come in and carries the bytes that come out.
"""
