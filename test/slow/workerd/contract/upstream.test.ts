import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UpstreamCase } from '../../../contract/contract.ts'
import { expectProductFailure, expectSuccess } from '../../../contract/expected.ts'
import { passDeadlines, setStage } from '../../../contract/stage.ts'
import { everyWayWithUpstream } from '../../../contract/subjects.ts'
import type { Call, Fault } from '../../../simulators/simulator.ts'

afterEach(() => vi.restoreAllMocks())

interface Expected {
  fault: Fault
  status: number
  /** Whether a read is repeated after it, twice at most. */
  repeated?: boolean
  retryAfter?: string
  error?: RegExp
}

const json = (status: number, headers: Record<string, string> = {}): Fault => ({ kind: 'status', status, headers })

/** The product's behaviour, and the caller's response (decisions.md section 2). */
const CASES: Record<UpstreamCase, Expected> = {
  '500': { fault: json(500), status: 502 },
  '503': { fault: json(503), status: 502, repeated: true },
  '429 with Retry-After': { fault: json(429, { 'Retry-After': '7' }), status: 429, repeated: true, retryAfter: '7' },
  '429 beyond the deadline': { fault: json(429, { 'Retry-After': '60' }), status: 429, retryAfter: '60' },
  '401': { fault: json(401), status: 401, error: /reconnect/ },
  'no answer': { fault: { kind: 'timeout' }, status: 504 },
  'a broken connection': { fault: { kind: 'network' }, status: 502, repeated: true },
  'a page': { fault: { kind: 'html' }, status: 502 },
  'broken JSON': { fault: { kind: 'broken' }, status: 502 },
  'cut JSON': { fault: { kind: 'cut' }, status: 502 },
  'a redirect': { fault: { kind: 'redirect', location: 'https://elsewhere.example.test/' }, status: 502 },
}
const cases = Object.entries(CASES) as [UpstreamCase, Expected][]

describe.each(everyWayWithUpstream)('$id', (subject) => {
  const { operation, row, contract } = subject
  const change = ({ method }: Call) => method !== 'GET'
  const own = (call: Call) =>
    !contract.isUpkeep?.(call) && (row.faulted ?? (operation.reads ? () => true : change))(call)

  it.each(cases)('the product responds with %s', async (name, { fault, repeated = false, ...expected }) => {
    const differs = row.differs?.[name]
    const { status, calls, retryAfter, error } = {
      ...{ status: expected.status, error: expected.error },
      calls: repeated && operation.reads ? 3 : 1,
      retryAfter: expected.retryAfter ?? null,
      ...differs,
    }
    const stage = setStage(subject)
    stage.simulator.fail(fault, { on: own })
    if (fault.kind === 'timeout') passDeadlines(stage)
    const answer = await stage.ask()
    if (status < 400) expectSuccess(subject, answer)
    else expectProductFailure(subject, answer, status, error)
    expect(answer.headers.get('Retry-After')).toBe(retryAfter)
    expect(mostAlike(stage.ownCalls().filter(own))).toBe(calls)
  })
})

/** How often the most frequent call was made. */
function mostAlike(calls: readonly Call[]): number {
  const counts = Map.groupBy(calls, ({ method, url, body }) => `${method} ${url} ${body}`)
  return Math.max(0, ...[...counts.values()].map((alike) => alike.length))
}
