"""Label Studio: tasks out, with the interface to label them by; annotations back in, as verdicts.

controls      a form as Label Studio's tags, a verdict as its regions, and both read back
tasks         items as tasks, out
annotations   what was annotated there, in
"""
