"""From runs to a folder that others can find, load, trust and make again.

Read `export` (what runs give), `composed` (what it comes to), `folder` (how it is written); then the parts: `card`,
`loading` and `croissant` for those who load it, `provenance` for those who make it again, `hub` for passing it on.
"""
