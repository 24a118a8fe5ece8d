"""A cache with a limit of bytes."""

from kolej.server.http.cached_response import ByteCache


def test_what_was_used_least_recently_is_dropped() -> None:
    cache: ByteCache[str] = ByteCache(100)
    cache.put("a", "A", 40)
    cache.put("b", "B", 40)
    assert cache.get("a") == "A"
    cache.put("c", "C", 40)
    assert [cache.get(key) for key in "abc"] == ["A", None, "C"]


def test_the_size_is_counted_once_for_each_key() -> None:
    cache: ByteCache[str] = ByteCache(100)
    for _ in range(5):
        cache.put("a", "A", 40)
    cache.put("b", "B", 60)
    assert cache.get("a") and cache.get("b")
    cache.drop("a")
    cache.drop("a")
    cache.put("c", "C", 40)
    assert cache.get("b") and cache.get("c")


def test_the_last_one_is_kept_however_large_it_is() -> None:
    cache: ByteCache[str] = ByteCache(100)
    cache.put("a", "A", 40)
    cache.put("b", "B", 400)
    assert cache.get("a") is None and cache.get("b") == "B"
