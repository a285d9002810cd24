import type { AuditEntry } from '../../base/usage.ts'

/** The log is read in parts, because the response of a Durable Object has a size limit. */
const PART = 2_000
const COLUMNS = [
  ...(['at', 'actor_kind', 'actor_id', 'actor_name', 'action', 'target', 'outcome', 'status', 'reason'] as const),
  ...(['request_id', 'id', 'count'] as const),
]

/**
 * All entries as CSV (RFC 4180), newest first. It starts with a byte order mark, so that spreadsheets read it as UTF-8.
 * Each part is sent before the next one is read.
 *
 * @param read returns at most this many entries before an id
 */
export async function auditCsv(
  read: (before: string | undefined, most: number) => Promise<readonly AuditEntry[]>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let rows = `\ufeff${COLUMNS.join(',')}\r\n`
  let part = await read(undefined, PART)
  return new ReadableStream({
    async pull(controller) {
      for (const entry of part) rows += `${toRow(entry)}\r\n`
      controller.enqueue(encoder.encode(rows))
      if (part.length < PART) return controller.close()
      rows = ''
      part = await read(part.at(-1)?.id, PART)
    },
  })
}

function toRow({ id, at, actor, action, target, outcome, status, reason, request_id, count }: AuditEntry): string {
  const values = [
    new Date(at).toISOString(),
    actor.kind,
    actor.id,
    actor.name,
    action,
    target,
    outcome,
    status,
    reason,
    request_id,
    id,
    count,
  ]
  return values.map(cell).join(',')
}

/**
 * A spreadsheet runs a cell that starts with one of these characters as a formula, also in their full-width and small
 * forms. A leading quote makes it text.
 */
function cell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text.normalize('NFKC')) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
