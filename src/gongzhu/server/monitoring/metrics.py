"""Metrics of the server in the text format that Prometheus reads."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The metrics of one server, each as an attribute."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.registry = registry
        self.tables = Gauge("gongzhu_tables", "Open tables", registry=registry)
        self.loaded = Gauge("gongzhu_tables_loaded", "Tables in memory", registry=registry)
        self.connections = Gauge("gongzhu_connections", "Open sockets", registry=registry)
        self.accepted = Gauge(
            "gongzhu_accepted_connections",
            "Open connections, sockets and others",
            registry=registry,
        )
        self.refused_connections = Counter(
            "gongzhu_refused_connections",
            "Connections for which there was no room",
            ["why"],
            registry=registry,
        )
        self.closed_connections = Counter(
            "gongzhu_closed_connections",
            "Connections closed for what came over them, or did not",
            ["why"],
            registry=registry,
        )
        self.commands = Counter(
            "gongzhu_commands", "Commands by outcome", ["outcome"], registry=registry
        )
        self.done = self.commands.labels("done")
        """The counter of commands that were carried out, kept here since it is used for every
        command."""
        self.refusals = Counter(
            "gongzhu_refusals", "Requests refused, by reason", ["code"], registry=registry
        )
        self.lines = Counter(
            "gongzhu_lines", "Lines said at tables, by kind", ["kind"], registry=registry
        )
        self.reports = Counter(
            "gongzhu_reports", "Players reported, by reason", ["reason"], registry=registry
        )
        self.commit = Histogram(
            "gongzhu_commit_seconds",
            "From the decision to the disk",
            registry=registry,
            buckets=_SECONDS,
        )
        self.thinking = Histogram(
            "gongzhu_thinking_seconds",
            "From the question to a bot's answer",
            registry=registry,
            buckets=_SECONDS,
        )
        self.jobs = Counter(
            "gongzhu_jobs", "Jobs for workers, by outcome", ["kind", "outcome"], registry=registry
        )
        self.job_seconds = Histogram(
            "gongzhu_job_seconds",
            "From the beginning of a job to its end",
            registry=registry,
            buckets=_SECONDS,
        )
        self.replaced_bots = Counter(
            "gongzhu_bots_replaced",
            "Choices of `steady` in place of another bot, by reason",
            ["why"],
            registry=registry,
        )
        self.bot_answers = Counter(
            "gongzhu_bot_answers",
            "Choices for bots, by the level that was asked and the one that gave it",
            ["asked", "by"],
            registry=registry,
        )
        self.shortened_thoughts = Counter(
            "gongzhu_thoughts_shortened",
            "Questions to bots that had less time than they take by themselves",
            registry=registry,
        )

    def page(self) -> bytes:
        """All metrics, as `/metrics` serves them."""
        return generate_latest(self.registry)
