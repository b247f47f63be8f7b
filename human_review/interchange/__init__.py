"""The queue in and out of files: its own, which loses nothing, and those of the tools that people know.

    lines → writing, restoring    the queue as JSON Lines, whole, both ways
    accounts                      an item with what was said of it, as the other formats tell it
    label_studio/                 tasks, annotations and the labelling interface; annotations come back as verdicts
    argilla, huggingface          records and rows, out only
    commands                      `company review RUN export` and `import`

To export is an administrator's act: a file of items that are still in review is not for their reviewers.
"""
