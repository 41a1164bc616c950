"""A certificate of the household's own making, for `companion tablet --tls`.

Nobody vouches for it, so browsers warn. People compare its fingerprint with the one that the table shows.
"""

import hashlib
import ssl
import subprocess
import time
from collections.abc import Iterable
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

CERTIFICATE, KEY = "tablet-certificate.pem", "tablet-certificate.key"
DAYS = 800  # browsers take none that is valid much longer
RENEW_DAYS = 770
MAKE = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-batch")


class Encryption(NamedTuple):
    context: ssl.SSLContext
    fingerprint: str  # as browsers show it


def own_encryption(folder: Path, hosts: Iterable[str]) -> Encryption:
    """With the certificate in the folder, or a new one for these names and addresses. Raises OSError."""
    certificate, key = folder / CERTIFICATE, folder / KEY
    if not (certificate.exists() and key.exists()) or _age_days(certificate) > RENEW_DAYS:
        _make(certificate, key, hosts)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    return Encryption(context, fingerprint_of(certificate.read_text("ascii")))


def fingerprint_of(certificate: str) -> str:
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()
    return digest.hex(" ").upper()


def _age_days(path: Path) -> float:
    return abs(time.time() - path.stat().st_mtime) / 86_400


def _make(certificate: Path, key: Path, hosts: Iterable[str]) -> None:
    names = ",".join(f"{'IP' if _is_address(host) else 'DNS'}:{host}" for host in dict.fromkeys(filter(None, hosts)))
    about = ("-days", str(DAYS), "-subj", "/CN=Table Companion", "-addext", f"subjectAltName={names}")
    command = (*MAKE, *about, "-keyout", str(key), "-out", str(certificate))
    made = subprocess.run(command, capture_output=True, umask=0o077, check=False)
    if made.returncode:
        raise OSError(5, "openssl could not make a certificate", str(certificate))


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
