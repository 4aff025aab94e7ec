"""Renames options and values of old rule files and records, from before both games shared one set
of options, to the present ones."""

from collections.abc import Mapping
from typing import Any

from gongzhu.rules.faults import RuleFault, shown_value
from gongzhu.rules.options import NONE

OLDER_KEYS = {"limit": "upper_limit", "at_limit": "at_upper_limit", "moon": "all_point_cards"}
_FIRST_LEADS = {
    "must-lead-2S": ("must-lead", "2S"),
    "holder-of-2S": ("holder", "2S"),
    "must-lead-2C": ("must-lead", "2C"),
    "holder-of-2C": ("holder", "2C"),
}


def with_new_names(values: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[RuleFault, ...]]:
    """The options in `values` under their present names, and a notice for each one renamed. If an
    older name and its present name are both given, the older one stays as it is, to be refused as
    unknown.

    >>> with_new_names({"limit": 50})[0]
    {'upper_limit': 50}
    """
    changes: dict[str, Any] = {}
    renamed = []
    for key, value in values.items():
        new = _renewed(key, value)
        if values.keys() & (new.keys() - {key}):
            new = {key: value}
        changes |= new
        if new != {key: value}:
            now = ", ".join(f"{name} = {shown_value(each)}" for name, each in new.items())
            renamed.append(RuleFault(key, shown_value(value), "renamed", details={"now": now}))
    return changes, tuple(renamed)


def _renewed(key: str, value: Any) -> dict[str, Any]:
    if key in OLDER_KEYS:
        return {OLDER_KEYS[key]: value}
    if key == "first_lead" and isinstance(value, str) and value in _FIRST_LEADS:
        lead, card = _FIRST_LEADS[value]
        return {"first_lead": lead, "first_lead_card": card}
    if key == "upper_limit" and type(value) is int and value == 0:
        return {key: NONE}
    return {key: value}
