import { lineFault } from '../../../scripts/support/log-line.ts'
import type { Description } from '../../../scripts/support/openapi.ts'
import { type Fault as Broken, promiseCheck } from '../../../scripts/support/promise.ts'
import { type SecretFinder, secretFinder } from '../../../scripts/support/secrets.ts'
import type { Row } from '../../contract/contract.ts'
import type { Call } from '../../simulators/simulator.ts'
import { type Cell, type CellCall, faultName, getText, type Outcome } from './cell.ts'
import { KEY } from './lab.ts'

/** The gateway's deadline of 25 seconds (docs/spec/gateway.md), and what a busy machine adds, in milliseconds. */
const MOST_MS = 30_000
/** The default of SUBREQUESTS. */
const MOST_CALLS = 50

/** Invariants that hold whatever a product does, and whatever the expected results say. */
export function getInvariants(description: Description) {
  const checkPromise = promiseCheck(description)

  return function* broken({ cell, answer, lost = '', lines }: Outcome): Iterable<Broken> {
    const { subject, fault, calls } = cell
    if (!answer) return yield ['no answer', lost]
    const { operation, row } = subject
    yield* checkPromise({ method: operation.method, target: row.path, headers: [] }, answer)

    const mayRepeat = operation['x-read-only'] || isTokenRefusal(cell) || isUnknownPost(cell)
    const twice = mayRepeat ? undefined : repeated(calls.filter(({ call }) => isChange(row, call)))
    if (twice) yield ['a write is sent twice', twice]
    if (calls.length > MOST_CALLS) yield ['more calls than SUBREQUESTS', String(calls.length)]
    if (answer.ms > mostMs(cell)) yield ['longer than the deadline', `${Math.round(answer.ms)} ms`]

    const retryAfter = answer.headers.get('retry-after')
    if (retryAfter !== undefined && !fault?.retryAfter) yield ['Retry-After out of nothing', retryAfter]
    if (retryAfter !== undefined && !/^\d+$/.test(retryAfter)) yield ['Retry-After is no number', retryAfter]

    const [line] = lines
    if (!line || lines.length !== 1) yield ['not one log line', JSON.stringify(lines)]
    else {
      const other = lineFault({ ...line })
      if (other) yield ['a log line of another form', other]
    }
    const secret = getSecrets(cell)([answer.text, ...[...answer.headers].flat(), JSON.stringify(lines)].join('\n'))
    if (secret) yield ['a secret is told', secret]
  }
}

/**
 * A write with a refused token was not processed, so it is sent again with a newer token (docs/spec/recorder.md, "The
 * token").
 */
const isTokenRefusal = (cell: Cell) => faultName(cell).startsWith('401')

/**
 * The social product responds 404 while it does not know a container or post yet. It published nothing, so the call is
 * repeated (social facts, "What the product does not know yet").
 */
const isUnknownPost = (cell: Cell) => cell.subject.contract.group === 'social' && faultName(cell) === '404'

/** The longest duration. For an operation that waits, that includes the time that its caller allows. */
function mostMs({ subject }: Cell): number {
  const { body } = subject.row
  const given = typeof body === 'object' && body !== null && 'timeout_sec' in body ? Number(body.timeout_sec) : 0
  return MOST_MS + given * 1000
}

const isChange = ({ asks }: Row, call: Call) => call.method !== 'GET' && !asks?.(call)

/** A call that was made more than once. Undefined when there is none. */
function repeated(calls: readonly CellCall[]): string | undefined {
  const texts = calls.map(({ call }) => getText(call))
  return texts.find((text, at) => texts.indexOf(text) < at)
}

/** Hosts are not secret, and short values occur in responses by chance. */
function getSecrets({ subject }: Cell): SecretFinder {
  const { contract, row } = subject
  const settings = Object.entries(row.connected ?? contract.connected).filter(([name]) => !/_(HOST|URL)$/.test(name))
  const sent = Object.entries(row.headers ?? {}).filter(([name]) => /Token$|Key$/.test(name))
  return secretFinder(new Map([['KEY', KEY], ...settings, ...sent]))
}
