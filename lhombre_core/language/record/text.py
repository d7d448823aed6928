"""A record as text: the way back from `language.record.reading.read`."""

from __future__ import annotations

import json
from typing import Any

from lhombre_core.language.record.key import Players, claim_keys, data_of, deal_keys, record_keys
from lhombre_core.language.yaml.dump import dump
from lhombre_core.notation import Seat
from lhombre_core.rules.record import DealRecord, Record

_LAST = ("finished", "totals")
"""Keys of a record that stand below its deals."""


def write(record: Record) -> str:
    """Return a record as YAML that `read` turns into the same record."""
    return dump(_record_data(record))


def write_json(record: Record) -> str:
    """Return a record as JSON that `read` turns into the same record."""
    return json.dumps(_record_data(record), ensure_ascii=False, indent=2) + "\n"


def _record_data(record: Record) -> dict[str, Any]:
    whole = data_of(record, record_keys(record.players))
    last = {key: whole.pop(key) for key in _LAST if key in whole}
    deals = [_deal_data(deal, record.players) for deal in record.deals]
    if record.is_session:
        return {**whole, "deals": deals, **last}
    for deal in deals:
        whole |= deal
    return whole | last


def _deal_data(deal: DealRecord, players: Players) -> dict[str, Any]:
    active = 4 if Seat.MORT in deal.hands_at_lead else 3
    return data_of(deal, deal_keys(players, active)) | data_of(deal.claims, claim_keys(players))
