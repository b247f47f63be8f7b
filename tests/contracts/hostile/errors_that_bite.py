"""Raises an error that does not end when it is asked what it is."""
# where: session
# expect: TimeoutError|Biting


class Biting(BaseException):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__
    __traceback__ = property(__str__)


raise Biting
