import type { Known } from '../../test/slow/fuzz/known.ts'
import { type Ask, type RawAnswer, type RawRequest, toEventReader } from '../support/ask.ts'
import { startWorkers } from '../support/gateways.ts'
import { type DescribedOperation, readDescription } from '../support/openapi.ts'
import type { Account } from './account.ts'
import { Asking, getReads } from './asking.ts'
import { type CapturedCall, capturing, type Forward } from './capture.ts'

const NAME = 'recording'
const KEY = 'recording-key-5d0c'
/** Longer than any deadline of the gateway, in milliseconds. */
const MOST_MS = 60_000

/** An operation that succeeded, with all its unredacted calls. */
export interface Taken {
  operation: DescribedOperation
  request: RawRequest
  answer: RawAnswer
  calls: CapturedCall[]
}

export interface Session {
  /** Epoch milliseconds. */
  startedAt: number
  taken: Taken[]
  connecting: CapturedCall[]
  /** Why an operation was left out, by its id. */
  left: Map<string, string>
  /** All calls, whether they are written or not. */
  heard: CapturedCall[]
}

export interface SessionOptions {
  /** The Worker, from support/build.ts. */
  contents: string
  group: string
  account: Account
  /** Values that no listing contains, by field name. */
  known: Known
  /** Responds for the products. */
  forward: Forward
  /** Called after each operation. */
  report: (line: string) => void
}

/** Calls all reads of a group with an account, each until one request succeeds, and keeps the calls. */
export async function runSession({
  contents,
  group,
  account,
  known,
  forward,
  report,
}: SessionOptions): Promise<Session> {
  const { outbound, take } = capturing(forward)
  // Without the encryption keys, no token of the account is refreshed.
  const { CREDENTIALS_KEY: _, CREDENTIALS_KEY_PREVIOUS: __, ...own } = account.settings
  const settings = { ...own, API_KEY: KEY, LICENCE: 'pro' }
  const runtime = await startWorkers(contents, [{ name: NAME, settings, outbound }], { hear: () => {} })
  const origin = await runtime.unsafeGetDirectURL(NAME)
  const { ask, close } = toEventReader(origin, MOST_MS)
  const session: Session = { startedAt: Date.now(), taken: [], connecting: [], left: new Map(), heard: [] }
  const asking = new Asking(known, { ...account.headers, 'X-API-KEY': KEY })
  try {
    for (const operation of getReads(await readDescription(origin), group)) {
      const found = await askUntilRight(ask, asking, operation, take, session)
      if (typeof found === 'string') session.left.set(operation.operationId, found)
      else session.taken.push(found)
      report(
        `${operation.operationId}: ${typeof found === 'string' ? `left out, ${found}` : `${found.calls.length} calls`}`,
      )
    }
  } finally {
    close()
    await runtime.dispose()
  }
  return session
}

/** The first successful request, or why there is none. */
async function askUntilRight(
  ask: Ask,
  asking: Asking,
  operation: DescribedOperation,
  take: () => CapturedCall[],
  session: Session,
): Promise<Taken | string> {
  const missing = asking.missingFor(operation)
  if (missing.length > 0) return `nothing tells a ${missing.join(' and a ')}: name one with --known ${missing[0]}=...`
  let refusal = 'nothing to ask'
  for (const request of asking.requestsFor(operation)) {
    let answer = await ask(request)
    let calls = take()
    session.heard.push(...calls)
    if (answer.status === 200 && calls.length > 0 && session.taken.length === 0) {
      // Calls of the first success that are not repeated connect the account.
      const first = calls
      answer = await ask(request)
      calls = take()
      session.heard.push(...calls)
      session.connecting.push(...first.filter((call) => !calls.some((second) => second.url.href === call.url.href)))
    }
    if (answer.status === 200) {
      asking.learn(operation, request, JSON.parse(answer.text))
      return calls.length > 0 ? { operation, request, answer, calls } : 'it asks nothing of the product'
    }
    refusal = `the gateway answers ${answer.status}`
  }
  return refusal
}
