"""Every mistake has a type of its own under `LiftError`; each message says what was got, what was needed and what to do next."""

LONGEST = 1_000  # characters of a message: what was got may be as long as a file
END = 400  # of its last characters, which say what to do


class LiftError(Exception):
    """Anything that the library refuses. A message that is too long is cut in its middle: what to do stands at its end."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message if len(message) <= LONGEST else f"{message[: LONGEST - END - 1]}…{message[-END:]}")


class AlphabetError(LiftError):
    """A token or symbol that the alphabet at hand does not have."""


class ProjectionError(LiftError):
    """A projection that is badly built; `place` names the field or arc at fault."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place


class NotClosed(ProjectionError):
    """The domain is not closed (a cycle of silent arcs), so that liftings would be infinite."""


class FormatError(LiftError):
    """A file, text or link that is broken or of another format or version; `place` names the line or field."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place


class WeightError(LiftError):
    """Weights from which no next-token law can be made; `place` names the context."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place


class ModelError(LiftError):
    """An object that breaks a law of latent models."""


class ImpossibleObservation(LiftError):
    """Conditioning on an observation of probability 0."""


class LimitExceeded(LiftError):
    """Something larger than its limit; nothing was cut. `limit` is the limit that was met."""

    def __init__(self, message: str, limit: int | None = None) -> None:
        super().__init__(message)
        self.limit = limit


class NoExactValue(LiftError):
    """A fraction was asked for where none exists."""


class Unavailable(LiftError):
    """A sampler that this projection cannot have; `state` and `token` name the arc that forbids it."""

    def __init__(self, message: str, state: object = None, token: str | None = None) -> None:
        super().__init__(message)
        self.state = state
        self.token = token
