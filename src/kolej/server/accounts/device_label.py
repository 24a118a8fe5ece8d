"""Labels of tokens in browsers: the browser and the system, as people recognize them in a list."""

BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrom": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}
"""What a User-Agent header contains. The more specific come first: Edge also says that it is Chrome and Safari."""


def device_label(user_agent: str) -> str:
    """A label such as "Firefox, Linux"; empty if the header names neither. Nothing else of the header is kept."""
    browser = _first(user_agent, BROWSERS)
    system = _first(user_agent, SYSTEMS)
    return ", ".join(part for part in (browser, system) if part)


def _first(text: str, names: dict[str, str]) -> str:
    return next((name for part, name in names.items() if part in text), "")
