"""Errors of the operating system, in both languages."""

import errno
import os
import pickle
import socket
import ssl

import pytest

from gongzhu.texts import LANGUAGES, Lang, Sayable, SystemReason, keys


def reason(number: int) -> SystemReason:
    return SystemReason(OSError(number, os.strerror(number)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_is_an_error_that_the_system_has(lang: Lang) -> None:
    for key in keys(lang):
        topic, _, name = key.partition(".")
        if topic == "system" and name != "no_host":
            assert isinstance(getattr(errno, name), int)


def test_the_usual_errors_are_said_in_both_languages() -> None:
    missing = reason(errno.ENOENT)
    assert isinstance(missing, Sayable)
    assert missing.text() == "No such file or directory"
    assert missing.text("zh") == "没有这个文件或文件夹"
    assert reason(errno.ENOSPC).text("zh") == "磁盘已满"
    # Errors go from one process to another.
    assert pickle.loads(pickle.dumps(missing)).text("zh") == missing.text("zh")


def test_numbers_that_the_system_means_otherwise() -> None:
    assert SystemReason(socket.gaierror(8, "nodename")).text("zh") == "查不到这个主机名"
    assert SystemReason(ssl.SSLError(1, "bad certificate")).text("zh") == "bad certificate"
    assert SystemReason(TimeoutError()).text("zh") == "连接超时"


def test_an_unusual_error_keeps_the_words_that_it_has() -> None:
    assert reason(errno.EXDEV).text("zh") == os.strerror(errno.EXDEV)
    assert SystemReason(OSError("no number")).text("zh") == "no number"
