"""The jail: layers that a process puts on before it runs code that nobody has read, and can never take off again.

Read `confine` first: it says which layers there are and puts them on in the right order. `landlock`, `seccomp`,
`namespaces` and `limits` are one layer each, `probe` finds out which of them this system has. Standard library
only: these modules are also loaded into cold interpreters, just before a stranger's script.
"""
