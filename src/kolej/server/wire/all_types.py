"""All types of the wire in order: the OpenAPI document and the page's TypeScript are generated from this list."""

import msgspec

from kolej.server.wire import base, commands, editions, frames, legal, people, recount, results, rules, tables

MODULES = (base, people, tables, rules, editions, commands, legal, recount, results, frames)


def wire_types() -> list[type[msgspec.Struct]]:
    """Every message and every part of one, in the order of the modules."""
    return [
        each
        for module in MODULES
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, base.Inbound | base.Outbound)
        and each.__module__ == module.__name__
        and each not in (base.Inbound, base.Outbound)
    ]
