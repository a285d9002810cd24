import { type LogLine, lineFault, readLogLine } from '../../../scripts/support/log-line.ts'
import type { Fault } from '../../../scripts/support/promise.ts'
import type { Finding, Outcome } from './finding.ts'

/** The log lines of the requests, by id. Any other line is a finding. */
export function sortLog(
  log: readonly string[],
  outcomes: readonly Outcome[],
): { findings: Finding[]; byId: Map<string, LogLine[]> } {
  const byId = new Map<string, LogLine[]>()
  for (const { answer } of outcomes) byId.set(answer?.headers.get('x-request-id') ?? '', [])
  const findings: Finding[] = []
  for (const text of log) {
    if (isDelivery(text)) continue
    const line = readLogLine(text)
    const known = line && byId.get(line.request_id)
    if (known) known.push(line)
    else
      findings.push({ what: text.includes('"bug":') ? 'a bug' : 'a log line of no request', seen: text.slice(0, 600) })
  }
  return { findings, byId }
}

/** Whether the line is about a delivery attempt, which belongs to no request. */
const isDelivery = (text: string): boolean =>
  /^\{"delivery":"sub_\w+","event":"evt_\w+","type":"[a-z.]+","attempt":\d+,"status":(\d+|null),"ok":(true|false),"ms":\d+\}$/.test(
    text,
  )

/** One line for each request, in the documented format, that matches the response. */
export function* logFaults({ answer, lines }: Outcome): Iterable<Fault> {
  if (!answer || !lines) return
  const [line] = lines
  if (!line || lines.length !== 1) return yield ['not one log line', `${lines.length} lines`]
  const fault = lineFault({ ...line })
  if (fault && line.reason !== 'bug') yield ['a log line of another form', fault]
  if (line.status !== answer.status) yield ['the log tells another status', `${line.status}, not ${answer.status}`]
}
