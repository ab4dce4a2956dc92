"""Whether an address is this machine's own: no key and no secret leaves it then."""

import ipaddress


def is_loopback(host: str) -> bool:
    """Return whether a host of an address is this machine, by its spelling alone."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
