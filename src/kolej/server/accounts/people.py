"""People: guests, accounts, log-in, and the tokens that authenticate requests.

A token is 128 random bits. The client has it, in a cookie or in a program; only its hash is stored. A request with an
unknown, expired or revoked token counts as not authenticated.
"""

import re
import secrets
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256

from kolej.server.accounts.familiar_networks import FamiliarNetworks
from kolej.server.accounts.identity import Identity
from kolej.server.accounts.names import FORMER, clean_name
from kolej.server.accounts.passwords import Passwords
from kolej.server.errors import Refusal
from kolej.server.limits import Limits, RateLimit
from kolej.server.logs import log_event
from kolej.server.time import Time
from kolej.store.errors import StoreError, Taken, UnknownPerson
from kolej.store.models import Person, Token
from kolej.store.protocol import Store

COOKIE = "kolej"
_OWN_COOKIE = re.compile(rf"(?:^|;)\s*{COOKIE}=([^;]*)")
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers allow."""
TOKEN_LIFETIME_MS = COOKIE_SECONDS * 1000
"""A token that was not used for as long as its cookie lasts has expired."""
DAY_MS = 24 * 3600 * 1000
MAX_TOKENS = 100
"""Tokens of one person: a new one takes the place of the one that was not used for longest."""


class People:
    """The people in the store: registration, authentication and names."""

    def __init__(self, store: Store, limits: Limits, time: Time) -> None:
        self._store = store
        self._limits = limits
        self._time = time
        self._passwords = Passwords()
        self._familiar = FamiliarNetworks()

    async def by_token(self, token: str | None) -> Person | None:
        """The person to whom a token belongs. Its use is recorded once a day, so that a request rarely writes."""
        hash = _hash(token or "")
        found = await self._store.token(hash) if token else None
        now = self._time.now_ms()
        if found is None or found.used < now - TOKEN_LIFETIME_MS:
            return None
        if found.used < now - DAY_MS:
            # Whether or not this can be stored now, the token is valid.
            with suppress(StoreError):
                await self._store.use_token(hash, now)
        return found.person

    async def on_arrival(self, token: str | None) -> Person | None:
        """The same at the beginning of a visit. A guest whose name an account has taken meanwhile gets another one."""
        person = await self.by_token(token)
        if person is None or person.password is not None:
            return person
        if await self._store.account_like(person.name, person.id) is None:
            return person
        try:
            return await self._store.rename(person.id, _guest_name())
        except StoreError:
            # It can't be stored now; nobody is taken for somebody else nevertheless.
            return replace(person, name=_guest_name())

    async def new_guest(self, address: str, label: str = "") -> tuple[Person, str]:
        """Create a guest with a token."""
        await self._limits.guests.take(address)
        token = _new_token()
        return await self._store.add_person(_guest_name(), self._time.now_ms(), _hash(token), label), token

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name."""
        return await self._take_name(person, clean_name(name))

    async def register(self, person: Person, name: str, password: str, address: str = "") -> Person:
        """Turn a guest into an account with a name and a password."""
        if person.password is not None:
            raise Refusal("has-account")
        cleaned = clean_name(name)
        registered = await self._take_name(person, cleaned, await self._passwords.hash(_normalized(password)))
        self._familiar.add(_login_name(cleaned), address)
        return registered

    async def log_in(self, name: str, password: str, address: str, label: str = "") -> tuple[Person, str]:
        """Authenticate by name and password, and create a token."""
        attempt_succeeded = await self._count_log_in(name, address)
        person = await self._store.person_by_login(name)
        matches = await self._passwords.verify(person.password if person else None, _normalized(password))
        if person is None or not matches:
            log_event("a password was wrong", address=address)
            raise Refusal("wrong-password")
        attempt_succeeded()
        self._familiar.add(_login_name(name), address)
        return person, await self._add_token(person, label)

    async def change_password(self, person: Person, token: str, old: str, new: str, address: str) -> None:
        """Change the password and revoke all tokens but this one. A repeated request succeeds again."""
        current = person.password
        if current is None:
            raise Refusal("no-account")
        attempt_succeeded = await self._count_password(person, address)
        if not await self._passwords.verify(current, _normalized(old)):
            if await self._passwords.verify(current, _normalized(new)):
                # A client that did not receive the answer repeats the request; the new password is set by then.
                attempt_succeeded()
                return
            log_event("a password was wrong", address=address)
            raise Refusal("wrong-old-password")
        hashed = await self._passwords.hash(_normalized(new))
        if not await self._store.change_password(person.id, current, hashed, _hash(token)):
            raise Refusal("wrong-old-password")
        attempt_succeeded()

    async def log_out(self, token: str) -> bool:
        """Revoke a token. Returns whether there was one."""
        if await self._store.token(_hash(token)) is None:
            return False
        await self._store.drop_token(_hash(token))
        return True

    async def new_program_token(self, person: Person, label: str = "") -> str:
        """Create a token for a program that plays as this person."""
        await self._limits.tokens.take(person.id)
        return await self._add_token(person, label)

    async def tokens(self, person: Person, current: str) -> list[tuple[Token, bool]]:
        """The valid tokens of a person, the last used first, each with whether it is the current one."""
        used = await self._store.token(_hash(current))
        oldest = self._time.now_ms() - TOKEN_LIFETIME_MS
        found = [each for each in await self._store.tokens(person.id) if each.used >= oldest]
        return [(each, used is not None and each.id == used.id) for each in found]

    async def revoke(self, person: Person, token: int) -> bytes | None:
        """Revoke a token of a person by its id, and return its hash; None if the person has no such token."""
        return await self._store.drop_token_by_id(person.id, token)

    async def delete(self, person: Person, password: str | None, address: str) -> None:
        """Delete a person; an account needs its password. What is left of them at tables is removed later."""
        if person.password is not None:
            attempt_succeeded = await self._count_password(person, address)
            if not await self._passwords.verify(person.password, _normalized(password or "")):
                log_event("a password was wrong", address=address)
                raise Refusal("wrong-old-password")
            attempt_succeeded()
        await self._store.begin_deletion(person.id, FORMER, self._time.now_ms())

    async def can_return(self, person: int) -> bool:
        """Whether somebody can still act as a person: by a password, or by a token that has not expired."""
        try:
            found = await self._store.person(person)
        except UnknownPerson:
            return False
        oldest = self._time.now_ms() - TOKEN_LIFETIME_MS
        return found.password is not None or any(each.used >= oldest for each in await self._store.tokens(person))

    def close(self) -> None:
        """Stop hashing passwords."""
        self._passwords.close()

    async def _count_log_in(self, name: str, address: str) -> Callable[[], None]:
        """Count an attempt to log in, or refuse it.

        Where the owner has logged in before, failures of strangers elsewhere don't count.
        """
        limits, normalized = self._limits, _login_name(name)
        attempts: list[tuple[RateLimit, Hashable]] = [(limits.logins, (normalized, address))]
        if (normalized, address) not in self._familiar:
            attempts += [(limits.logins_of_address, address), (limits.logins_of_name, normalized)]
        return await self._count_attempt(address, attempts)

    async def _count_password(self, person: Person, address: str) -> Callable[[], None]:
        """Count a password that somebody sends who is logged in, or refuse it: failures to log in don't count here."""
        return await self._count_attempt(address, [(self._limits.logins, (person.id, address))])

    async def _count_attempt(self, address: str, attempts: Sequence[tuple[RateLimit, Hashable]]) -> Callable[[], None]:
        """Count an attempt; call what is returned if it succeeds: most limits count failures."""
        await self._limits.passwords.take(address)
        for limit, key in attempts:
            await limit.take(key)

        def succeeded() -> None:
            for limit, key in attempts:
                limit.give_back(key)

        return succeeded

    async def _take_name(self, person: Person, name: str, password: str | None = None) -> Person:
        try:
            return await self._store.rename(person.id, name, password)
        except Taken as error:
            raise Refusal("name-taken", params={"name": name}) from error

    async def _add_token(self, person: Person, label: str) -> str:
        token = _new_token()
        for surplus in (await self._store.tokens(person.id))[MAX_TOKENS - 1 :]:
            await self._store.drop_token_by_id(person.id, surplus.id)
        await self._store.add_token(person.id, _hash(token), self._time.now_ms(), label)
        return token


def identity_of(person: Person, network: str = "") -> Identity:
    """A person as tables see them."""
    return Identity(person.id, person.name, network)


def token_in(headers: Iterable[tuple[bytes, bytes]]) -> tuple[str | None, bool]:
    """The token of a request, and whether it was in the Authorization header, which takes precedence over cookies."""
    cookies = []
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").strip().partition(" ")
            return (token.strip() if scheme.lower() == "bearer" else ""), True
        if name == b"cookie":
            cookies.append(value.decode("latin-1"))
    return _from_cookies("; ".join(cookies)), False


def _from_cookies(text: str) -> str | None:
    # Searched for: an invalid cookie of another program on this host must not hide ours, nor thousands take long.
    found = _OWN_COOKIE.search(text)
    return found[1].strip().strip('"') if found else None


def session_cookie(token: str, secure: bool, prefix: str) -> str:
    """The Set-Cookie header for a token; an empty token deletes the cookie."""
    seconds = COOKIE_SECONDS if token else 0
    path = prefix or "/"
    return f"{COOKIE}={token}; HttpOnly; Max-Age={seconds}; Path={path}; SameSite=Lax{'; Secure' if secure else ''}"


def _normalized(text: str) -> str:
    """Keyboards differ in how they encode the same letters."""
    return unicodedata.normalize("NFKC", text)


def _login_name(name: str) -> str:
    """A name as it is compared when somebody logs in."""
    return _normalized(name).casefold().strip()


def _guest_name() -> str:
    return f"Guest {secrets.randbelow(9000) + 1000}"


def _new_token() -> str:
    return secrets.token_urlsafe(16)


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
