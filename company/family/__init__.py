"""What a family of benchmarks is, and which ones there are.

Rooms that serve all families ask the family of a run or of a benchmark (`registry`) for what differs between them; none
of them imports one. `family.Family` lists the parts, and each part is defined in the room that asks for it.
"""
