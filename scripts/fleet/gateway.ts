import * as z from 'zod'
import type { BuildInfo } from './world.ts'
import { getMessage, parseJson } from './world.ts'

/** The timeout of a request, in milliseconds. The doctor calls every product. */
const PATIENCE_MS = 60_000

export interface Answer {
  status: number
  body: unknown
}

/** Calls one deployment. Rejects without a response. A redirect is a response, and no key is sent to its target. */
export type Gateway = (
  path: string,
  init?: { key?: string; adminKey?: string; method?: string; body?: object },
) => Promise<Answer>

export const gatewayAt =
  (origin: string, signal: AbortSignal): Gateway =>
  async (path, { key, adminKey, method = 'GET', body } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { 'X-API-KEY': key }),
        ...(adminKey !== undefined && { Authorization: `Bearer ${adminKey}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: parseJson(await response.text()) }
  }

const failure = z.object({ error: z.string() })

/** The message of an error response, in the gateway's words if it comes from a gateway. */
export function formatRefusal({ status, body }: Answer): string {
  const { data } = failure.safeParse(body)
  return data ? `${status}: ${data.error}` : `${status}`
}

/** The body of a success of this form. Rejects with the message of any other response. */
export function readBody<Form extends z.ZodType>(what: string, answer: Answer, form: Form): z.output<Form> {
  const { success, data } = form.safeParse(answer.body)
  if (answer.status >= 300 || !success) throw new Error(`${what} answers ${formatRefusal(answer)}`)
  return data
}

const about = z.object({ version: z.string(), build: z.string().nullable().default(null) })

/** The build info of a deployment. Undefined when no gateway responds. */
export async function readAbout(gateway: Gateway): Promise<BuildInfo | undefined> {
  const answer = await gateway('/version').catch(() => undefined)
  return answer?.status === 200 ? about.safeParse(answer.body).data : undefined
}

/** Whether a deployment was made from this build. */
export const isSameBuild = (one: BuildInfo | undefined, other: BuildInfo): boolean =>
  one?.version === other.version && one.build === other.build

/** A build for people. */
export const shortBuild = (build: BuildInfo | null | undefined): string =>
  build ? [build.version, build.build?.slice(0, 7)].filter(Boolean).join(' ') : '-'

const report = z.object({ accounts: z.array(z.object({ account: z.string(), state: z.string() })) })

/** The state of each tested account. */
export type Health = ReadonlyMap<string, string>

/** Tests the accounts of a deployment. Rejects when it returns no report, which comes with 200 or 503. */
export async function readDoctor(gateway: Gateway, key: string): Promise<Health> {
  const answer = await gateway('/api/v1/doctor', { key })
  const { accounts } = readBody(
    'the doctor',
    { ...answer, status: answer.status === 503 ? 200 : answer.status },
    report,
  )
  return new Map(accounts.map(({ account, state }) => [account, state]))
}

const isUnwell = (state: string | undefined): boolean =>
  state !== undefined && !['ok', 'expires_soon', 'not_connected'].includes(state)

/** The accounts with problems, and their states. */
export const getUnwell = (health: Health): string[] =>
  [...health].filter(([, state]) => isUnwell(state)).map(([account, state]) => `${account} ${state}`)

/** The accounts that have problems now but had none before, and their states. */
const getWorse = (before: Health, after: Health): string[] =>
  getUnwell(new Map([...after].filter(([account]) => !isUnwell(before.get(account)))))

/** The time between two checks of the URL, in milliseconds. */
const EVERY_MS = 2000
/** How often the doctor runs before an account counts as worse, because a product may be down for a moment. */
const DOCTOR_TRIES = 3

export interface Expected {
  pause: (ms: number) => Promise<void>
  signal: AbortSignal
  /** How long the new version may take to be reachable everywhere, in milliseconds. */
  patienceMs: number
}

/** Waits until the URL has this build. */
export async function awaitBuild(gateway: Gateway, build: BuildInfo, expected: Expected): Promise<void> {
  const until = Date.now() + expected.patienceMs
  for (;;) {
    const now = await readAbout(gateway)
    if (isSameBuild(now, build)) return
    if (expected.signal.aborted || Date.now() >= until) {
      const told = now ? `says ${shortBuild(now)}, not ${shortBuild(build)},` : 'does not answer'
      throw new Error(`/version ${told} after ${expected.patienceMs / 1000} s`)
    }
    await expected.pause(EVERY_MS)
  }
}

/**
 * Tests a deployment from outside. Returns messages, or rejects with what failed.
 *
 * @param before the accounts before the deployment. Without them, nothing can have become worse
 */
export async function smokeTest(
  gateway: Gateway,
  key: string,
  before: Health | undefined,
  { pause, signal }: Expected,
): Promise<string[]> {
  const health = await gateway('/health')
  if (health.status !== 200) throw new Error(`/health answers ${formatRefusal(health)}`)
  for (let left = DOCTOR_TRIES - 1; ; left--) {
    const found = await readDoctor(gateway, key).catch((error: unknown) => getMessage(error))
    const worse = typeof found === 'string' ? [found] : before ? getWorse(before, found) : []
    if (worse.length === 0 && typeof found !== 'string') {
      const unwell = getUnwell(found)
      return unwell.length > 0 ? [`unwell as before: ${unwell.join(', ')}`] : []
    }
    if (left === 0 || signal.aborted) throw new Error(`worse than before: ${worse.join(', ')}`)
    await pause(EVERY_MS)
  }
}
