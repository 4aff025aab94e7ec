"""Metrics of the server in the text format that Prometheus reads."""

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The metrics of one server, each as an attribute."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        counter = partial(Counter, registry=registry)
        gauge = partial(Gauge, registry=registry)
        seconds = partial(Histogram, registry=registry, buckets=_SECONDS)
        self.tables = gauge("gongzhu_tables", "Open tables")
        self.loaded = gauge("gongzhu_tables_loaded", "Tables in memory")
        self.connections = gauge("gongzhu_connections", "Open sockets")
        self.accepted = gauge(
            "gongzhu_accepted_connections", "Open connections, sockets and others"
        )
        self.refused_connections = counter(
            "gongzhu_refused_connections", "Connections for which there was no room", ["why"]
        )
        self.closed_connections = counter(
            "gongzhu_closed_connections",
            "Connections closed for what came over them, or did not",
            ["why"],
        )
        self.commands = counter("gongzhu_commands", "Commands by outcome", ["outcome"])
        self.done = self.commands.labels("done")
        """The counter of commands that were carried out, kept here since it is used for every
        command."""
        self.refusals = counter("gongzhu_refusals", "Requests refused, by reason", ["code"])
        self.lines = counter("gongzhu_lines", "Lines said at tables, by kind", ["kind"])
        self.reports = counter("gongzhu_reports", "Players reported, by reason", ["reason"])
        self.commit = seconds("gongzhu_commit_seconds", "From the decision to the disk")
        self.thinking = seconds("gongzhu_thinking_seconds", "From the question to a bot's answer")
        self.jobs = counter("gongzhu_jobs", "Jobs for workers, by outcome", ["kind", "outcome"])
        self.job_seconds = seconds("gongzhu_job_seconds", "From the beginning of a job to its end")
        self.replaced_bots = counter(
            "gongzhu_bots_replaced",
            "Choices of `steady` in place of another bot, by reason",
            ["why"],
        )
        self.bot_answers = counter(
            "gongzhu_bot_answers",
            "Choices for bots, by the level that was asked and the one that gave it",
            ["asked", "by"],
        )
        self.shortened_thoughts = counter(
            "gongzhu_thoughts_shortened",
            "Questions to bots that had less time than they take by themselves",
        )

    def page(self) -> bytes:
        """All metrics in the text format of Prometheus (UTF-8): the body of the response of
        `/metrics`."""
        return generate_latest(self.registry)
