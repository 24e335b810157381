"""The faults of the campaign, with their expected exit statuses and deadlines."""

from dataclasses import dataclass, field

SECONDS_TO_BEGIN, SECONDS_IN_ALL = 60, 90


@dataclass(frozen=True, eq=False)
class Fault:
    name: str
    # The control parameters for the sample upstreams; empty for faults on the way to them.
    order: dict = field(default_factory=dict)
    # The expected exit statuses: 75 if a later try may succeed, 4 if a token may help, 1 if the address is wrong, 0 if items can still be read.
    statuses: tuple = (75,)
    # The program's deadline that ends the request, in seconds; 0 if the request ends by itself.
    deadline: int = 0


FAULTS = [
    Fault("connection refused"),
    Fault("DNS failure"),
    Fault("TLS failure"),
    Fault("hang before the headers", {"fault": "hang"}, deadline=SECONDS_TO_BEGIN),
    Fault("hang in the body", {"fault": "hangMidBody"}, deadline=SECONDS_IN_ALL),
    Fault("one byte a second", {"fault": "drip"}, deadline=SECONDS_IN_ALL),
    Fault("reset in the body", {"fault": "resetMidBody"}),
    Fault("truncated document", {"fault": "truncatedJSON"}, (75, 0)),
    Fault("wrong Content-Length", {"fault": "wrongLength"}),
    Fault("a picture", {"fault": "wrongType"}, (75, 1)),
    Fault("another shape of JSON", {"fault": "wrongJSON"}, (75, 1)),
    Fault("HTML sign-in page", {"fault": "notJSON"}, (75, 1)),
    Fault("invalid UTF-8", {"fault": "invalidUTF8"}, (75, 0)),
    Fault("empty body", {"fault": "emptyBody"}),
    Fault("endless 1xx responses", {"fault": "informationalFlood"}, deadline=SECONDS_TO_BEGIN),
    Fault("204", {"fault": "status", "status": 204}),
    Fault("redirect loop (301)", {"fault": "redirectLoop"}),
    Fault("redirect to a private address (302)", {"fault": "redirect", "to": "http://10.0.0.1/"}, (75, 1)),
    Fault("401", {"fault": "status", "status": 401}, (4,)),
    Fault("403 with an exhausted limit", {"fault": "rateLimitedPrimary", "reset": 3600}),
    Fault("429", {"fault": "rateLimitedSecondary", "retryAfter": 600}),
    Fault("500", {"fault": "status", "status": 500}),
    Fault("gzip bomb", {"fault": "gzipBomb"}),
    Fault("endless body", {"fault": "endlessBody"}),
]
