"""Deals cards from random numbers passed in by the caller, so that players can check every deal."""

from gongzhu.dealing.checking import CheckStep, FairFault, check_deal, check_deals
from gongzhu.dealing.contributions import (
    Absent,
    BotSeat,
    Commitments,
    Contribution,
    Locked,
    NumberRefused,
    Revealed,
    Withheld,
)
from gongzhu.dealing.evidence import (
    Evidence,
    EvidenceError,
    call_deal,
    evidence_code,
    read_evidence,
    settle,
    write_evidence,
)
from gongzhu.dealing.fair import (
    LONGEST_CHAIN,
    PROTOCOL,
    Call,
    Chain,
    commitment,
    dealer_seed,
    previous_secret,
    rules_hash,
    secrets_of,
)
from gongzhu.dealing.shuffle import child_seed, deal_hands, shuffled

__all__ = [
    "LONGEST_CHAIN",
    "PROTOCOL",
    "Absent",
    "BotSeat",
    "Call",
    "Chain",
    "CheckStep",
    "Commitments",
    "Contribution",
    "Evidence",
    "EvidenceError",
    "FairFault",
    "Locked",
    "NumberRefused",
    "Revealed",
    "Withheld",
    "call_deal",
    "check_deal",
    "check_deals",
    "child_seed",
    "commitment",
    "deal_hands",
    "dealer_seed",
    "evidence_code",
    "previous_secret",
    "read_evidence",
    "rules_hash",
    "secrets_of",
    "settle",
    "shuffled",
    "write_evidence",
]
