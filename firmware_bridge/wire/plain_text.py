"""Text for displays that know only ASCII: accents come off, what has no plain form becomes a question mark."""

import unicodedata

_PLAIN = str.maketrans(
    {
        "¡": "!",
        "¿": "?",
        "«": '"',
        "»": '"',
        "“": '"',
        "”": '"',
        "’": "'",
        "–": "-",
        "—": "-",
        "·": ".",
        "º": "o",
        "ª": "a",
    }
)


def plain(text: str) -> str:
    """*text* in printable ASCII, for people who read Spanish: "ÚLTIMAS MANOS, señor" becomes "ULTIMAS MANOS, senor"."""
    spelled = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    bare = (character for character in spelled if not unicodedata.combining(character))
    return "".join(character if " " <= character <= "~" else "?" for character in bare)
