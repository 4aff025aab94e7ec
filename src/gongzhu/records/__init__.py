"""Records of deals: a text form for people and a JSONL twin for programs."""

from gongzhu.records.model import FORMAT, DealRecord, record_deal

__all__ = ["FORMAT", "DealRecord", "record_deal"]
