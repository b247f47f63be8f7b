"""Dialogues whose analysis evolves: what is agreed, changed, supposed and taken back, and what each turn depends on.

Code draws a timetable (`timetable`), the staff give terms and asks (`asking`), values are searched until forgetting
each of them shows (`binding`), then words are written. `views` says what holds at each turn, and what a forgetful
analyst takes to hold.
"""
