"""Certificates for tests, made by the program `openssl`: of an authority, and of a server."""

import subprocess
from pathlib import Path

from msgspec import Struct


class Certificates(Struct, frozen=True):
    """Files of one authority and of a server that it vouches for."""

    authority: Path
    certificate: Path
    key: Path


def certificates(folder: Path, name: str = "localhost") -> Certificates:
    """New ones in a folder, for a server of that name."""
    folder.mkdir(parents=True, exist_ok=True)
    authority, authority_key = folder / "ca.pem", folder / "ca.key"
    certificate, key, asked = folder / "server.pem", folder / "server.key", folder / "server.csr"
    made = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    _openssl(
        *("req", "-x509", *made, "-keyout", authority_key, "-out", authority),
        *("-days", "2", "-subj", "/CN=a test", "-addext", "keyUsage=critical,keyCertSign"),
    )
    _openssl("req", *made, "-keyout", key, "-out", asked, "-subj", f"/CN={name}")
    extensions = folder / "extensions"
    extensions.write_text(
        f"subjectAltName=DNS:{name}\nextendedKeyUsage=serverAuth\nauthorityKeyIdentifier=keyid\n",
        "ascii",
    )
    _openssl(
        *("x509", "-req", "-in", asked, "-CA", authority, "-CAkey", authority_key),
        *("-CAcreateserial", "-days", "2", "-extfile", extensions, "-out", certificate),
    )
    return Certificates(authority, certificate, key)


def _openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)
