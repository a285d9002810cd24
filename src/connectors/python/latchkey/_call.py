"""Sends requests to a deployment."""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from ._errors import LatchkeyError


class Omitted:
    """The type of a field that is not sent. None is sent as null."""

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED = Omitted()


class Pages(NamedTuple):
    """How the pages of a listing follow each other."""

    items: str
    next: Tuple[Tuple[str, str], ...]


class Operation(NamedTuple):
    """An operation, as a call sends it."""

    method: str
    path: str
    #: For an operation with a body: the fields that go into the query.
    body: Optional[Tuple[str, ...]] = None
    #: Whether it accepts an Idempotency-Key.
    once: bool = False
    #: Whether it changes nothing.
    reads: bool = False
    pages: Optional[Pages] = None


#: Statuses after which the same request may succeed.
PASSING = (429, 502, 503, 504)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    # The gateway never redirects. Anything that does is not the gateway and must not receive the key.
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Connection:
    """The URL of a deployment and how to reach it."""

    def __init__(self, base_url: str, api_key: str, timeout: float, retries: int, headers: Mapping[str, str]) -> None:
        self._origin = re.sub(r"(/api/v\d+)?/*$", "", base_url)
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._headers = dict(headers)
        self._opener = urllib.request.build_opener(_NoRedirect)

    def __repr__(self) -> str:
        return "<latchkey.Connection>"

    def call(self, operation: Operation, fields: Mapping[str, Any], headers: Optional[Mapping[str, str]] = None) -> Any:
        """Sends a request, and sends it again where that is safe. Returns the parsed body, None for an empty one."""
        sent = {**self._headers, **(headers or {})}
        if operation.once and not any(name.lower() == "idempotency-key" for name in sent):
            sent["Idempotency-Key"] = str(uuid.uuid4())
        left = self._retries if operation.reads or operation.once else 0
        pause = 0.5
        while True:
            try:
                return self._send(operation, fields, sent)
            except LatchkeyError as error:
                if left == 0 or (error.status != 0 and error.status not in PASSING):
                    raise
                wait = pause if error.retry_after is None else float(error.retry_after)
                if wait > 60:
                    raise
            time.sleep(wait)
            left -= 1
            pause *= 2

    def items(
        self, operation: Operation, fields: Mapping[str, Any], headers: Optional[Mapping[str, str]] = None
    ) -> Iterator[Any]:
        """The items of the requested page and of all following pages. Fetches each page when it is needed."""
        assert operation.pages is not None
        asked: Dict[str, Any] = dict(fields)
        while True:
            page = self.call(operation, asked, headers)
            found = _value_at(page, operation.pages.items)
            if isinstance(found, list):
                yield from found
            change = [(field, _value_at(page, path)) for field, path in operation.pages.next]
            # A feed has a next cursor even at its end, because more may follow later.
            if change[0][1] is None or _value_at(page, "has_more") is False:
                return
            asked.update((field, OMITTED if value is None else value) for field, value in change)

    def _send(self, operation: Operation, fields: Mapping[str, Any], headers: Mapping[str, str]) -> Any:
        path = operation.path
        query: List[Tuple[str, str]] = []
        body: Dict[str, Any] = {}
        for name, value in fields.items():
            if isinstance(value, Omitted):
                continue
            if f":{name}" in operation.path.split("/"):
                text = _to_text(value)
                if text in ("", ".", ".."):
                    raise ValueError(f"{name}: must not be empty, nor dots")
                path = re.sub(rf"/:{name}(?=/|$)", lambda _: "/" + urllib.parse.quote(text, safe=""), path)
            elif operation.body is None or name in operation.body:
                query.append((name, _to_text(value)))
            else:
                body[name] = value
        url = self._origin + path + ("?" + urllib.parse.urlencode(query) if query else "")
        data = None if operation.body is None else json.dumps(body).encode("utf-8")
        request = urllib.request.Request(url, data=data, method=operation.method)
        for name, value in {**headers, "X-API-KEY": self._api_key}.items():
            # The library's own error would quote the value.
            if not re.fullmatch(r"[\x20-\x7e]*", value):
                raise ValueError(f"{name}: must be visible ASCII characters")
            if name != "X-API-KEY":
                request.add_header(name, value)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        request.add_unredirected_header("X-API-KEY", self._api_key)
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                raw: bytes = response.read()
                answer = _parsed(raw)
                if raw and answer is None and raw.strip() != b"null":
                    raise _failure(response.status, response.headers, None)
                return answer
        except urllib.error.HTTPError as error:
            with error:
                raise _failure(error.code, error.headers, _parsed(_read(error))) from None
        except (OSError, http.client.HTTPException) as error:
            # The reason of the system has neither the key nor the fields of the call.
            reason = getattr(error, "reason", error)
            raise LatchkeyError(f"no response came ({type(reason).__name__})") from None


def _read(error: urllib.error.HTTPError) -> bytes:
    try:
        return error.read()
    except (OSError, http.client.HTTPException):
        return b""


def _to_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_to_text(one) for one in value)
    return str(value)


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _value_at(answer: Any, path: str) -> Any:
    for name in path.split("."):
        answer = answer.get(name) if isinstance(answer, dict) else None
    return answer


def _failure(status: int, headers: Any, body: Any) -> LatchkeyError:
    retry_after = headers.get("Retry-After") or ""
    return LatchkeyError(
        _message_in(body) or f"not an answer of the gateway (HTTP {status})",
        status=status,
        code=headers.get("X-Error-Code"),
        request_id=headers.get("X-Request-Id"),
        retry_after=int(retry_after) if re.fullmatch(r"[0-9]+", retry_after) else None,
        body=body,
    )


def _message_in(body: Any) -> Optional[str]:
    """An error envelope has its message in ``error``. A failed doctor has a ``hint``, or one for each account."""
    if not isinstance(body, dict):
        return None
    for name in ("error", "hint"):
        if isinstance(body.get(name), str):
            return str(body[name])
    accounts = body.get("accounts")
    if not isinstance(accounts, list):
        return None
    hints = [one for one in accounts if isinstance(one, dict) and isinstance(one.get("hint"), str)]
    return "; ".join(f"{one.get('account')}: {one['hint']}" for one in hints) or None
