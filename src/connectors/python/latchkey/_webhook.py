"""Verification of deliveries (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional, Union, cast


class WebhookVerificationError(Exception):
    """Raised when a delivery is not signed with the secret, or is too old or too new."""


def verify_webhook(
    headers: Mapping[str, str],
    body: Union[bytes, str],
    secret: str,
    *,
    tolerance: int = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Verifies a delivery and returns its parsed body.

    Args:
        headers: the headers of the request, in any case.
        body: the raw body, exactly as it was received.
        secret: the secret of the subscription, with or without ``whsec_``.
        tolerance: how many seconds the timestamp may differ from the clock.
        now: seconds since 1970, instead of the clock.

    Raises:
        WebhookVerificationError: when no signature fits, a header is missing or the timestamp is out of tolerance.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id = given.get("webhook-id")
    timestamp = given.get("webhook-timestamp")
    signatures = given.get("webhook-signature")
    if not message_id or not timestamp or not signatures:
        raise WebhookVerificationError("a header is missing: webhook-id, webhook-timestamp or webhook-signature")
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookVerificationError("webhook-timestamp is not a number of seconds")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError("webhook-timestamp is too old or too new")
    raw = body.encode("utf-8") if isinstance(body, str) else body
    encoded = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookVerificationError("the secret is not base64")
    signed = f"{message_id}.{timestamp}.".encode("utf-8") + raw
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    fits = False
    for signature in signatures.split():
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(expected, value.encode("utf-8")):
            fits = True
    if not fits:
        raise WebhookVerificationError("no signature fits the body and the secret")
    try:
        return cast(Dict[str, Any], json.loads(raw))
    except ValueError:
        raise WebhookVerificationError("the body is not JSON") from None
