"""So much at once, and so much a second after that."""

from companion.web.rates import KEPT_MOST, Bucket, Rates


def test_a_bucket_is_emptied_and_fills_again() -> None:
    bucket = Bucket(5, 1, now_s=0)
    assert [bucket.take(1, 0) for _ in range(6)] == [True] * 5 + [False]
    assert not bucket.take(1, 0.9)
    assert bucket.take(1, 1.9)


def test_it_never_holds_more_than_is_allowed_at_once() -> None:
    bucket = Bucket(5, 1, now_s=0)
    assert not bucket.take(6, 1_000)
    assert bucket.take(5, 1_000)


def test_each_caller_has_a_bucket() -> None:
    now = [0.0]
    rates = Rates(2, 0.5, lambda: now[0])
    assert [rates.take("ann") for _ in range(3)] == [True, True, False]
    assert rates.take("ben")
    now[0] = 2.0
    assert [rates.take("ann") for _ in range(2)] == [True, False]


def test_callers_without_end_are_not_all_remembered() -> None:
    rates = Rates(1, 0, lambda: 0.0)
    rates.take("first")
    for number in range(KEPT_MOST - 1):
        rates.take(f"{number}")
    assert not rates.take("first"), "it is remembered, and now as the last"
    rates.take("one more")
    assert rates.take("0"), "who came first was forgotten"
