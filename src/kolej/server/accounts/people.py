"""Who is asking: guests, accounts, and the tokens by which they are known.

A token is 128 random bits. The person has it, in a cookie or in a program; we keep its hash only. Whoever shows a token
that is wrong or old is nobody, and that changes nothing.
"""

import secrets
import unicodedata
from collections.abc import Callable, Iterable
from hashlib import sha256

from kolej.server.accounts.identity import Who
from kolej.server.accounts.passwords import Passwords
from kolej.server.errors import Refusal
from kolej.server.limits import Limits
from kolej.server.logs import tell
from kolej.server.tables.setup.settings import checked_name
from kolej.server.time import Time
from kolej.store.errors import Taken
from kolej.store.protocol import Person, Store

COOKIE = "kolej"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers allow."""


class People:
    """Everyone that the store knows, and how they come to be known."""

    def __init__(self, store: Store, limits: Limits, time: Time) -> None:
        self._store = store
        self._limits = limits
        self._time = time
        self._passwords = Passwords()

    async def known(self, token: str | None) -> Person | None:
        """Whose token this is."""
        return None if token is None else await self._store.person_by_token(_hash(token))

    async def arrive(self, address: str) -> tuple[Person, str]:
        """A new guest, with a token."""
        self._limits.guests.take(address)
        token = _new_token()
        name = f"Guest {secrets.randbelow(9000) + 1000}"
        return await self._store.add_person(name, self._time.now_ms(), _hash(token)), token

    async def rename(self, person: Person, name: str) -> Person:
        """Somebody takes another name."""
        return await self._take_name(person, clean_name(name))

    async def become_account(self, person: Person, name: str, password: str) -> Person:
        """A guest becomes somebody who can come back by name and password."""
        if person.password is not None:
            raise Refusal("not-allowed", "you have an account already; log out to make another")
        cleaned = clean_name(name)
        return await self._take_name(person, cleaned, await self._passwords.kept(_same_form(password)))

    async def log_in(self, name: str, password: str, address: str) -> tuple[Person, str]:
        """Somebody comes back, and gets a token."""
        was_right = self._attempt(name, address)
        person = await self._store.person_by_login(name)
        right = await self._passwords.right(person.password if person else None, _same_form(password))
        if person is None or not right:
            tell("a password was wrong", address=address)
            raise Refusal("wrong-password", "nobody has this name and this password")
        was_right()
        return person, await self._one_more_token(person)

    async def change_password(self, person: Person, token: str, old: str, new: str, address: str) -> None:
        """Another password; every token but this one is worth nothing from now on. Asked for twice, it is done once."""
        was = person.password
        if was is None:
            raise Refusal("not-allowed", "you have no account yet; make one, and choose its password then")
        was_right = self._attempt(person.name, address)
        if not await self._passwords.right(was, _same_form(old)):
            if await self._passwords.right(was, _same_form(new)):
                # Whoever did not get the answer asks again. By then the new one is the one there is.
                was_right()
                return
            tell("a password was wrong", address=address)
            raise Refusal("wrong-password", "this is not the password that you have now")
        kept = await self._passwords.kept(_same_form(new))
        if not await self._store.change_password(person.id, was, kept, _hash(token)):
            raise Refusal("wrong-password", "the password was changed meanwhile; this is not the one that you have now")
        was_right()

    async def log_out(self, token: str | None) -> None:
        """A token is worth nothing any more."""
        if token is not None:
            await self._store.drop_token(_hash(token))

    async def token_for_program(self, person: Person) -> str:
        """One more token, for a program that plays in a person's name."""
        self._limits.tokens.take(person.id)
        return await self._one_more_token(person)

    def close(self) -> None:
        """Nobody comes any more."""
        self._passwords.close()

    def _attempt(self, name: str, address: str) -> Callable[[], None]:
        """Count somebody who tries a password, or refuse; to be taken back by what is returned if it was right."""
        limits = self._limits
        known_as = _same_form(name).casefold().strip()
        attempts = (
            (limits.logins, (known_as, address)),
            (limits.logins_of_address, address),
            (limits.logins_of_name, known_as),
        )
        for allowance, key in attempts:
            allowance.take(key)

        def was_right() -> None:
            for allowance, key in attempts:
                allowance.give_back(key)

        return was_right

    async def _take_name(self, person: Person, name: str, password: str | None = None) -> Person:
        try:
            return await self._store.rename(person.id, name, password)
        except Taken as error:
            raise Refusal("taken", f'somebody called "{name}" has an account; take another name') from error

    async def _one_more_token(self, person: Person) -> str:
        token = _new_token()
        await self._store.add_token(person.id, _hash(token), self._time.now_ms())
        return token


def who(person: Person) -> Who:
    """A person as tables know them."""
    return Who(person.id, person.name)


def shown_token(headers: Iterable[tuple[bytes, bytes]]) -> tuple[str | None, bool]:
    """The token in a request, and whether it came as a program's. Where a program shows one, cookies don't count."""
    cookies = []
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").strip().partition(" ")
            return (token.strip() if scheme.lower() == "bearer" else ""), True
        if name == b"cookie":
            cookies.append(value.decode("latin-1"))
    return _from_cookies("; ".join(cookies)), False


def _from_cookies(text: str) -> str | None:
    # One by one: what other programs on this host name their cookies must not hide ours.
    for each in text.split(";"):
        name, _, value = each.strip().partition("=")
        if name == COOKIE:
            return value.strip('"')
    return None


def cookie(token: str, secure: bool) -> str:
    """What a browser is told to keep; without a token, to forget."""
    seconds = COOKIE_SECONDS if token else 0
    return f"{COOKIE}={token}; HttpOnly; Max-Age={seconds}; Path=/; SameSite=Lax{'; Secure' if secure else ''}"


def clean_name(name: str) -> str:
    """A name as it is shown: without spaces around it, and nothing in it that can't be seen or turns text around."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned:
        raise Refusal("bad-command", "a name needs at least one letter")
    if any(unicodedata.category(each)[0] == "C" for each in cleaned):
        raise Refusal("bad-command", "a name has only characters that can be seen")
    return checked_name(cleaned)


def _same_form(text: str) -> str:
    """Keyboards differ in how they write the same letters."""
    return unicodedata.normalize("NFKC", text)


def _new_token() -> str:
    return secrets.token_urlsafe(16)


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
