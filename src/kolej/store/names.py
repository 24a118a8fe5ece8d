"""Names of people as keys: names that can't be told apart on a screen have the same key."""

import unicodedata

INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing although Unicode counts them as letters, marks or symbols."""

_LATIN_OF_CAPITALS = str.maketrans(
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u04ae\u051a\u051c",
    "ABEZHIKMNOPTYX" + "SIJABEKMHOPCTYXYQW",
)
"""Greek and Cyrillic capitals that look like Latin ones."""
_LATIN_OF_SMALL = str.maketrans(
    "\u03b1\u03b3\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c2\u03c4\u03c5\u03c7\u03c9"
    "\u0430\u0432\u0433\u0435\u043a\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0445\u044c"
    "\u0455\u0456\u0458\u04bb\u04cf\u051b\u051d\u0501",
    "ayenikvopctuxw" + "abrekmhonpctyxb" + "sijhlqwd",
)
"""Greek and Cyrillic small letters that look like Latin ones, small or capital."""
_ALIKE = str.maketrans("1|l\u01310", "iiiio")
"""Latin letters and digits that look alike."""


def invisible(character: str) -> bool:
    """Whether a character shows nothing: controls, formats, direction marks, fillers, blanks and plain tags."""
    return character in INVISIBLE or unicodedata.category(character)[0] == "C"


def login_key(name: str) -> str:
    """The key to log in with: upper and lower case are equal, and so are ways to encode the same letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def skeleton(name: str) -> str:
    """The same for names that look alike.

    Capitals are replaced before case is removed: the Greek capital of \u03bd looks like N, but \u03bd itself like v.
    """
    text = unicodedata.normalize("NFKC", name).translate(_LATIN_OF_CAPITALS)
    text = unicodedata.normalize("NFKC", text.casefold()).translate(_LATIN_OF_SMALL).translate(_ALIKE)
    # Variation selectors choose between two pictures of a symbol, and show nothing themselves.
    shown = (each for each in text if not invisible(each) and each not in "\ufe0e\ufe0f")
    return " ".join("".join(shown).split())
