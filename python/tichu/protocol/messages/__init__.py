"""The messages of the protocol, version 1: typed, documented, and the only definition in code.

Requests come from the client (``requests``); replies, events and asks from the server (``replies``,
``pushes``, ``happenings``, ``views``). docs/PROTOCOL.md explains them with conversations; the JSON
Schema is made from them.
"""
