"""The words for a rule set: its values, names, numbers and cards.

A `Speech` stands in every template under the name `s`. `phrase` is the same for a single value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from lhombre_core.cards import SUIT_SYMBOLS, Card, Order, Suit
from lhombre_core.report.words.lexicon import (
    LANGUAGE,
    PathWords,
    Voice,
    in_brackets,
    lexicon,
    proper,
    short,
    word_phrase,
)
from lhombre_core.report.words.markdown import environment, escape
from lhombre_core.report.words.number import Numbers
from lhombre_core.report.words.spot import steps
from lhombre_core.rules.contract import EnteredBy, Quantity
from lhombre_core.rules.data.path import value_at
from lhombre_core.rules.data.shape import NONE, RecordShape, Value, WordShape, bare
from lhombre_core.rules.keyed import Keyed
from lhombre_core.rules.settlement import Condition, Party, Term, TermKind, Transfer
from lhombre_core.rules.table import Name
from lhombre_core.rules.variant import RuleSet
from lhombre_core.rules.word import Number, Word

_PARTIES: Final = frozenset(party.value for party in Party)
_AMOUNTS: Final = frozenset({"amount", "promise", "cap"})


class Speech(Numbers):
    """The words for one rule set; without one, those for any."""

    def __init__(self, rules: RuleSet | None = None, language: str = LANGUAGE) -> None:
        """Take a rule set; its texts must be escaped if Markdown is wanted."""
        super().__init__(rules, lexicon(language))
        self.voice = Voice.of(self.words, rules)

    # -- canonical words ------------------------------------------------------------------------

    def t(self, word: str, *, many: bool = False) -> str:
        """Return the word of the book for a canonical term."""
        return self.voice.term(word, many=many)

    def a(self, word: str) -> str:
        """Return a canonical word with its article."""
        return self.words.with_article(self.voice.term(word))

    def intro(self, word: str) -> str:
        """Return a canonical term as it is printed where it is explained."""
        return f"*{self.voice.term(word)}*"

    def intro_many(self, word: str) -> str:
        """Return the plural of a canonical term as it is printed where it is explained."""
        return f"*{self.voice.term(word, many=True)}*"

    def own(self, word: str) -> str:
        """Return in brackets a variant's own word that the book does not use, if there is one."""
        own = self.voice.own.get(word)
        if own is None or word in self.voice.spoken:
            return ""
        return "" if own.casefold() == self.words.words[word][0].casefold() else f" (*{own}*)"

    # -- values ---------------------------------------------------------------------------------

    def say(self, path: str) -> str:
        """Return the value at a path of the rule set in words."""
        return self.phrase(path, value_at(self._known, tuple(path.split("."))))

    def phrase(self, path: str, value: Value) -> str:
        """Return a value of the rule language that may stand at a path in words."""
        step = steps(path)[-1]
        shape, entry = bare(step.shape), self.words.entry(step)
        if isinstance(shape, WordShape) and not isinstance(value, Word) and value is not None:
            value = shape.members.get(value, value)
        return self._phrase(path, value, entry)

    def _phrase(self, path: str, value: Value, entry: PathWords | None) -> str:
        match value:
            case None:
                return self._special(entry, NONE)
            case bool():
                return self._special(entry, "yes" if value else "no")
            case Word() | int() | Fraction() | str():
                return self._single(path, value, entry)
            case frozenset() | tuple():
                return self._members(path, value, entry)
            case Quantity():
                return self.worth(value)
            case Name():
                return proper(value)
            case Transfer() | Condition() | Term():
                return self.money(type(value).__name__.lower(), value)
            case Mapping() if _last(path) in _AMOUNTS:
                return self.money("amount", value)
            case _:
                return self._parts(path, value)

    def _single(
        self, path: str, value: Word | int | Fraction | str, entry: PathWords | None
    ) -> str:
        match value:
            case Word():
                return self.voice.say(word_phrase(self.words, value, entry))
            case int():
                return self._number(entry, value)
            case Fraction():
                return str(value)
            case str():
                return self._text(path, value, entry)

    def _special(self, entry: PathWords | None, key: str, **values: object) -> str:
        text = self.words.phrases[key] if entry is None else entry.phrases.get(key)
        return self.voice.say(self.words.phrases[key] if text is None else text, **values)

    def _number(self, entry: PathWords | None, value: int) -> str:
        text = None if entry is None else entry.phrases.get("number")
        if text is None:
            return str(value)
        words, times = self.words.number(value), self.words.how_often(value)
        return self.voice.say(text, n=value, word=words, times=times)

    def _text(self, path: str, value: str, entry: PathWords | None) -> str:
        text = None if entry is None else entry.phrases.get("number")
        if self._is_parameter(value):
            return self.numeral(value) if text is None else self._open_number(text, value)
        if path.startswith("contracts.") or path.endswith("forced_play.contract"):
            return self.contract(value)
        if path.startswith("cards.") or path.endswith("forced_play.card"):
            return self.cards(value)
        if _last(path) in {"from", "to"}:
            return self.party(value)
        return self.pool(value)

    def _open_number(self, text: str, parameter: str) -> str:
        """Return a phrase for the value of a parameter, followed by its name."""
        value = self.value_of(parameter)
        if value is None or value.denominator != 1:
            open_ = self.numeral(parameter)
            return self.voice.say(text, n=open_, word=open_, times=open_)
        words, times = self.n(value.numerator), self.often(value.numerator)
        said = self.voice.say(text, n=value, word=words, times=times)
        return said + self.named(parameter)

    def _members(self, path: str, value: Value, entry: PathWords | None) -> str:
        if not value:
            return self._special(entry, "empty")
        if isinstance(value, tuple):
            return self.both(str(part) for part in value)
        if all(isinstance(part, Word) for part in value):
            order = type(next(iter(value)))
            members = [part for part in order if part in value]
            return self.both(self.voice.say(word_phrase(self.words, part)) for part in members)
        if path.endswith("trump.suits"):
            return self.suits(value)
        if path.endswith("feeds"):
            return self.both(self.pool(part) for part in sorted(value))
        return self.both(self.contract(part) for part in self.in_order(value))

    def _parts(self, path: str, value: Value) -> str:
        """Return a value made of parts as a list of them with their labels."""
        pairs = []
        inner = bare(steps(path)[-1].shape)
        parts: Iterable[tuple[str, Value]] = value.items() if isinstance(value, Keyed) else ()
        if isinstance(inner, RecordShape):
            parts = ((key, getattr(value, part.name)) for key, part in inner.fields.items())
        for key, part in parts:
            below = f"{path}.{key}"
            entry = self.words.entry(steps(below)[-1])
            name = str(key) if entry is None or isinstance(value, Keyed) else entry.label
            text = self.phrase(below, part)
            pairs.append(self.words.phrases["pair"].format(label=name, value=text))
        return "; ".join(pairs) if pairs else self.words.phrases["empty"]

    # -- names ----------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """The contracts by rank, those that are not bid last."""
        known = {} if self.rules is None else self.rules.contracts
        bids = {name: one.rank for name, one in known.items() if one.entry.by is EnteredBy.BID}
        last = 1 + max(bids.values(), default=0)
        names = sorted(known, key=lambda name: bids.get(name, last))
        return {name: place for place, name in enumerate(names)}

    def words_of(self, members: Iterable[Word]) -> list[str]:
        """Return words of a set in words, in the order of their list."""
        held = set(members)
        return [
            self.voice.say(word_phrase(self.words, word))
            for word in (type(next(iter(held))) if held else ())
            if word in held
        ]

    def in_order(self, contracts: Iterable[str]) -> list[str]:
        """Return ids of contracts from the lowest bid to the highest."""
        return sorted(contracts, key=lambda name: (self._places.get(name, len(self._places)), name))

    def contract(self, name: str) -> str:
        """Return the name of a contract."""
        known = {} if self.rules is None else self.rules.contracts
        return short(known[name].name) if name in known else name

    def other_name(self, name: Name) -> str:
        """Return the second name of a thing with two names, without the name the book uses."""
        used = proper(name)
        other = name.en if used == name.own else name.own
        if other.casefold() == used.casefold():
            return ""
        same = short(Name(other, other)).casefold() == short(name).casefold()
        return in_brackets(other) if same else other

    def contracts(self, names: Iterable[str], *, either: bool = False) -> str:
        """Return names of contracts from the lowest bid to the highest, as a list in a sentence."""
        listed = [self.contract(name) for name in self.in_order(names)]
        return self.either(listed) if either else self.both(listed)

    def pool(self, name: str | None) -> str:
        """Return the name of a pool."""
        known = {} if self.rules is None else self.rules.stakes.pools
        return str(name) if name is None or name not in known else known[name].name.en

    def pools(self, names: Iterable[str]) -> list[str]:
        """Return the names of pools."""
        return [self.pool(name) for name in names]

    def is_pool(self, name: str) -> bool:
        """Return whether a payer or receiver is a pool and no party."""
        return name not in _PARTIES

    def party(self, name: str) -> str:
        """Return who is meant by a party or the name of a pool."""
        if name in _PARTIES:
            return self.voice.say(self.words.values["Party"][name])
        return f"{self.words.phrases['the']} {self.pool(name)}"

    def key(self, key: str) -> str:
        """Return a key of a file as it is read aloud."""
        return escape(key.replace("_", " ").replace("-", " "))

    def rule_name(self, path: str) -> str:
        """Return the name of a payment in a list: its own word, its pool's name, or its key."""
        said = None
        with suppress(KeyError):
            said = getattr(value_at(self._known, tuple(path.split("."))), "says", None)
        if said is not None:
            return str(said)
        pools = [name for name in path.split(".") if name in self._known.stakes.pools]
        return self.pool(pools[-1]) if pools else self.key(_last(path))

    def account(self, name: str) -> str:
        """Return who paid or received in an example: a player's letter, or a pool."""
        if name == Party.BANK:
            return self.words.phrases["nobody"]
        known = {} if self.rules is None else self.rules.stakes.pools
        return self.pool(name) if name in known else name

    def both(self, parts: Iterable[str]) -> str:
        """Return parts as a list that ends in "and"."""
        return self._listed(list(parts), self.words.phrases["and"])

    def either(self, parts: Iterable[str]) -> str:
        """Return parts as a list that ends in "or"."""
        return self._listed(list(parts), self.words.phrases["or"])

    def _listed(self, parts: Sequence[str], last: str) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return last.join([", ".join(parts[:-1]), parts[-1]])

    # -- cards ----------------------------------------------------------------------------------

    def cards(self, text: str) -> str:
        """Return words of an order as they are printed: `SA 7 K` as "♠A 7 K"."""
        return " ".join(_pretty(word) for word in text.split())

    def suits(self, letters: Iterable[str], *, either: bool = False) -> str:
        """Return suits by their names, in the order spades, hearts, diamonds, clubs."""
        names = [self.words.suits[letter] for letter in self.words.suits if letter in set(letters)]
        return self.either(names) if either else self.both(names)

    def ranks(self, order: str) -> list[str]:
        """Return the ranks of an order, as they are printed."""
        return [_pretty(word) for word in order.split()]

    def symbols(self, letters: str) -> str:
        """Return the symbols of suits."""
        return " ".join(SUIT_SYMBOLS[Suit[letter]] for letter in letters)

    def suit_of(self, suit: str) -> str:
        """Return the name of a suit written as a letter, or as a parameter that holds one."""
        value: object = suit
        if self.rules is not None and suit in self.rules.stakes.parameters:
            value = self.rules.stakes.parameters[suit].value
        return self.words.suits.get(str(value), str(value))

    def shown(self, number: Number | None) -> str:
        """Return the value of a parameter: a number, a suit, or none."""
        if isinstance(number, str):
            return self.words.suits.get(number, number)
        return self.numeral(number)

    def sequence(self, order: str, suit: str) -> list[str]:
        """Return the cards of an order applied to a suit, as they are printed."""
        return [_pretty(card.name) for card in Order.parse(order).cards(Suit[suit])]

    def card(self, card: Card) -> str:
        """Return a card as it is printed."""
        return _pretty(card.name)

    def card_list(self, cards: Iterable[Card]) -> list[str]:
        """Return cards as they are printed."""
        return [_pretty(card.name) for card in cards]

    # -- payments -------------------------------------------------------------------------------

    def draws_only(self, transfer: Transfer) -> bool:
        """Return whether a payment out of a pool is no more than a part of that pool."""
        return all(
            term.of is TermKind.POOL and term.pool == transfer.from_
            for term in transfer.amount.values()
        )

    def all_drawn(self, items: Iterable[Any]) -> bool:
        """Return whether payments out of a pool are no more than parts of it."""
        return all(self.draws_only(item.transfer) for item in items)

    def money(self, macro: str, value: Value) -> str:
        """Return a value as a sentence about payments prints it."""
        said: str = getattr(self._money, macro)(value)
        return said

    @cached_property
    def _money(self) -> Value:
        template = environment(self.words.language).get_template("money.j2")
        return template.make_module({"s": self})


def _pretty(word: str) -> str:
    return SUIT_SYMBOLS[Suit[word[0]]] + word[1:] if len(word) > 1 and word[0] in "SHDC" else word


def _last(path: str) -> str:
    """Return the last step of a path."""
    return path.rsplit(".", 1)[-1]


def phrase(
    path: str, value: Value, rules: RuleSet | None = None, *, language: str = LANGUAGE
) -> str:
    """Return a value of the rule language that may stand at a path, in words.

    `value` is a typed value, or a word as it is spelled. With `rules` the phrase has the variant's
    own words, the names of its contracts and pools and the values of its parameters.

    >>> phrase("auction.overbid", "is-out")
    'he is out'
    """
    return Speech(rules, language).phrase(path, value)
