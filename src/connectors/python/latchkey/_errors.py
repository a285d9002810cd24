"""The error of a call."""

from __future__ import annotations

from typing import Any, Optional


class LatchkeyError(Exception):
    """Raised when the gateway refuses a call or fails, and when no response came.

    Attributes:
        status: the HTTP status; 0 when no response came.
        code: one of the codes of docs/errors.md; None when the gateway did not respond.
        message: what is wrong and what to do.
        request_id: the id of the request in the gateway's log, if it responded.
        retry_after: seconds to wait before the next try, if the gateway sent them.
        body: the parsed JSON body; None when it is not JSON.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after
        self.body = body

    def __repr__(self) -> str:
        return f"LatchkeyError(status={self.status!r}, code={self.code!r}, request_id={self.request_id!r})"
