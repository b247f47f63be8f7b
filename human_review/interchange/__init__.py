"""The queue in and out of files: its own, which loses nothing, and those of the tools that people know.

    lines → writing, restoring    the queue as JSON Lines, whole, both ways
    accounts, reading             an item with what was said of it, and as it is read, in the other formats
    answers, intake               a verdict as answers to other tools' questions, and how those come in
    label_studio/, argilla/       tasks and records with their interfaces; what is said there comes back as verdicts
    huggingface                   rows, out only
    commands                      `company review RUN export` and `import`

To export is an administrator's act: a file of items that are still in review is not for their reviewers.
"""
