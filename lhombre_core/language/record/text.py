"""A record as text: the way back from `language.record.reading.read`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lhombre_core.language.record.value import COLOURS
from lhombre_core.language.yaml.dump import dump
from lhombre_core.notation import Seat, format_seat, format_split
from lhombre_core.rules.record import DealRecord, Declared, Record
from lhombre_core.rules.transcript import (
    format_call,
    format_drawn,
    format_held,
    format_moves,
    format_row,
)

_DEFAULT_PLAYERS = ("0", "1", "2")


def write(record: Record) -> str:
    """Return a record as YAML that `read` turns into the same record."""
    return dump(record_data(record))


def write_json(record: Record) -> str:
    """Return a record as JSON that `read` turns into the same record."""
    return json.dumps(record_data(record), ensure_ascii=False, indent=2) + "\n"


def record_data(record: Record) -> dict[str, Any]:
    """Return a record as plain data, keys in the order of the format."""
    data: dict[str, Any] = {
        "note": record.note,
        "variant": record.variant,
        "readings": list(record.readings),
        "patches": list(record.patches),
        "set": dict(setting.split("=", 1) for setting in record.settings),
        "hash": record.hash,
        "players": None if record.players == _DEFAULT_PLAYERS else _players(record.players),
        "first_dealer": record.players[record.first_dealer] if record.first_dealer else None,
        "bete": record.bete or None,
        "over": record.over,
    }
    kept = {key: value for key, value in data.items() if value not in (None, [], {})}
    if record.pools is not None:
        kept["pools"] = dict(record.pools)
    if not record.is_session:
        for deal in record.deals:
            kept |= deal_data(deal, record.players)
    else:
        kept["deals"] = [deal_data(deal, record.players) for deal in record.deals]
    if record.finished:
        kept["finished"] = True
    if record.totals is not None:
        kept["totals"] = dict(zip(record.players, record.totals, strict=True))
    return kept


def _players(players: tuple[str, ...]) -> int | list[str]:
    numbered = players == tuple(map(str, range(len(players))))
    return len(players) if numbered else list(players)


def deal_data(deal: DealRecord, players: tuple[str, ...]) -> dict[str, Any]:
    """Return a deal as plain data; what it does not say is left out."""
    claims = deal.claims
    data: dict[str, Any] = {
        "note": deal.note,
        "dealer": None if deal.dealer is None else players[deal.dealer],
        "hands": _by_seat({seat: format_held(held) for seat, held in deal.hands.items()}),
        "hands_at_lead": _by_seat(
            {seat: format_held(held) for seat, held in deal.hands_at_lead.items()}
        ),
        "talon": None if deal.talon is None else format_row(deal.talon),
        "second_pack": None if deal.second_pack is None else deal.second_pack.name,
        "ombre": None if deal.ombre is None else format_seat(deal.ombre),
        "contract": deal.contract,
        "colour": COLOURS[deal.colour] if deal.colour else None,
        "trump": None if deal.trump is None else deal.trump.name,
        "exchange": [format_drawn(drawn) for drawn in deal.exchange],
        "play": format_moves(deal.play, 4 if Seat.MORT in deal.hands_at_lead else 3),
        "split": None if deal.split is None else format_split(deal.split),
        "tricks": _by_seat(deal.tricks),
        "run": deal.run,
        "surrenderer_run": deal.surrenderer_run,
        "opponent_run": None if deal.opponent_run is None else _by_seat(dict([deal.opponent_run])),
        "vole": deal.vole,
        "primera": deal.primera or None,
        "conceded": deal.conceded or None,
        "taken_over": None if deal.taken_over is None else format_seat(deal.taken_over),
        "irregularities": [_irregularity(act) for act in deal.irregularities],
        "result": None if claims.result is None else str(claims.result),
        "payments": _by_seat(claims.payments),
        "pools_after": dict(claims.pools),
        "balances": None
        if claims.balances is None
        else dict(zip(players, claims.balances, strict=True)),
    }
    kept = {key: value for key, value in data.items() if value not in (None, [], {})}
    if deal.auction is not None:
        kept["auction"] = [format_call(call) for call in deal.auction]
    return {key: kept[key] for key in _order(data) if key in kept}


def _order(data: Mapping[str, Any]) -> list[str]:
    keys = list(data)
    keys.insert(keys.index("ombre"), "auction")
    return keys


def _by_seat(values: Mapping[Seat, Any]) -> dict[str, Any]:
    return {format_seat(seat): value for seat, value in values.items()}


def _irregularity(act: Declared) -> dict[str, Any]:
    data: dict[str, Any] = {"offence": str(act.offence), "seat": format_seat(act.seat)}
    if not act.notice:
        data["notice"] = False
    if not act.seen:
        data["seen"] = False
    if act.late:
        data["late"] = True
    if act.count != 1:
        data["count"] = act.count
    return data
