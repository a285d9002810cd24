import { AREAS } from '../../../base/groups.ts'
import { VERSION } from '../../../base/version.ts'
import { capital } from '../../client-codegen/names.ts'
import type { Registered } from '../../registered.ts'
import { groupModule } from './group.ts'

/** The printed modules of the Python package, by path below its folder. */
export function pythonFiles(operations: readonly Registered[]): ReadonlyMap<string, string> {
  const groups = AREAS.flatMap((group) => {
    const members = operations.filter(({ operation }) => operation.group === group && group !== 'admin')
    return members.length > 0 ? [{ group, members }] : []
  })
  return new Map([
    ...groups.map(({ group, members }): [string, string] => [`latchkey/${group}.py`, groupModule(group, members)]),
    ['pyproject.toml', PROJECT],
    ['latchkey/__init__.py', clientModule(groups.map(({ group }) => group))],
  ])
}

function clientModule(groups: readonly string[]): string {
  const named = groups.filter((group) => group !== 'gateway')
  return `"""The client of a Latchkey deployment. Printed by npm run connectors."""

from __future__ import annotations

from typing import Mapping, Optional

from ._call import OMITTED, Connection
from ._errors import LatchkeyError
from ._webhook import WebhookVerificationError, verify_webhook
${groups.map((group) => `from .${group} import ${capital(group)}\n`).join('')}
__all__ = ["Client", "LatchkeyError", "OMITTED", "WebhookVerificationError", "verify_webhook"]


class Client(Gateway):
    """The operations of a deployment, by group.

    Args:
        base_url: the URL of the deployment, with or without \`\`/api/v1\`\`.
        api_key: sent as \`\`X-API-KEY\`\` with every call.
        timeout: seconds to wait for a response; a transcription may take five minutes.
        retries: how often a read, or a write with an Idempotency-Key, is sent again.
        headers: sent with every call.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 330.0,
        retries: int = 2,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        connection = Connection(base_url, api_key, timeout, retries, headers or {})
        super().__init__(connection)
${named.map((group) => `        self.${group} = ${capital(group)}(connection)\n`).join('')}
    def __repr__(self) -> str:
        return "<latchkey.Client>"
`
}

const PROJECT = `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "latchkey-python"
version = "${VERSION}"
description = "The typed client of a Latchkey deployment"
readme = "README.md"
requires-python = ">=3.9"
dependencies = []

[tool.setuptools]
packages = ["latchkey"]

[tool.setuptools.package-data]
latchkey = ["py.typed"]
`
