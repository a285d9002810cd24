import type { AuditEntry } from '../../base/audit.ts'

/** The log is read in parts, because the response of a Durable Object has a size limit. */
const PART = 2_000
const COLUMNS = [
  ...(['at', 'actor_kind', 'actor_id', 'actor_name', 'action', 'target', 'outcome', 'status', 'reason'] as const),
  ...(['request_id', 'id'] as const),
]

/**
 * All entries as CSV (RFC 4180), newest first. It starts with a byte order mark, so that spreadsheets read it as UTF-8.
 *
 * @param read returns at most this many entries before an id
 */
export async function auditCsv(
  read: (before: string | undefined, most: number) => Promise<readonly AuditEntry[]>,
): Promise<string> {
  const rows = [COLUMNS.join(',')]
  for (let before: string | undefined; ; ) {
    const part = await read(before, PART)
    for (const entry of part) rows.push(toRow(entry))
    before = part.at(-1)?.id
    if (part.length < PART) return `\ufeff${rows.join('\r\n')}\r\n`
  }
}

function toRow({ id, at, actor, action, target, outcome, status, reason, request_id }: AuditEntry): string {
  const values = [
    ...[new Date(at).toISOString(), actor.kind, actor.id, actor.name, action, target, outcome, status, reason],
    ...[request_id, id],
  ]
  return values.map(cell).join(',')
}

/** A spreadsheet runs a cell that starts with one of these characters as a formula. A leading quote makes it text. */
function cell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
