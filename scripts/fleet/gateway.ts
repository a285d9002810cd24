import * as z from 'zod'
import { type BuildInfo, getMessage, parseJson, type World } from './world.ts'

/** The timeout of a request, in milliseconds. The doctor calls every product. */
const PATIENCE_MS = 60_000
/** The time between two attempts, in milliseconds. */
const EVERY_MS = 2000
/** How often the doctor runs before an account counts as worse, because a product may be down for a moment. */
const DOCTOR_TRIES = 3

interface Call {
  key?: string
  adminKey?: string
  method?: string
  body?: object
}

interface Answer {
  status: number
  body: unknown
}

/** Calls one deployment. Rejects without a response. A redirect is a response, and no key is sent to its target. */
export const gatewayAt =
  (origin: string, signal: AbortSignal) =>
  async (path: string, { key, adminKey, method = 'GET', body }: Call = {}): Promise<Answer> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { 'X-API-KEY': key }),
        ...(adminKey !== undefined && { Authorization: `Bearer ${adminKey}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      body: body ? JSON.stringify(body) : null,
    })
    return { status: response.status, body: parseJson(await response.text()) }
  }
export type Gateway = ReturnType<typeof gatewayAt>

const failure = z.object({ error: z.string() })

/** The body of a success of this form. Rejects with the message of any other response, in the gateway's words. */
export function readBody<Form extends z.ZodType>(what: string, { status, body }: Answer, form: Form): z.output<Form> {
  const { success, data } = form.safeParse(body)
  if (status < 300 && success) return data
  throw new Error(`${what} answers ${[status, failure.safeParse(body).data?.error].filter(Boolean).join(': ')}`)
}

const about = z.object({ version: z.string(), build: z.string().nullable().default(null) })

/** The build info of a deployment. Undefined when no gateway responds. */
export async function readAbout(gateway: Gateway): Promise<BuildInfo | undefined> {
  const answer = await gateway('/version').catch(() => undefined)
  return answer?.status === 200 ? about.safeParse(answer.body).data : undefined
}

/** Whether a deployment was made from this build. */
export const isSameBuild = (one: BuildInfo | null | undefined, other: BuildInfo): boolean =>
  one?.version === other.version && one.build === other.build

export const shortBuild = (build: BuildInfo | null | undefined): string =>
  build ? [build.version, build.build?.slice(0, 7)].filter(Boolean).join(' ') : '-'

const report = z.object({ accounts: z.array(z.object({ account: z.string(), state: z.string() })) })

/** The state of each tested account. */
export type Health = ReadonlyMap<string, string>

/** Tests the accounts of a deployment. Rejects when it returns no report, which comes with 200 or 503. */
export async function readDoctor(gateway: Gateway, key: string): Promise<Health> {
  const { status, body } = await gateway('/api/v1/doctor', { key })
  const { accounts } = readBody('the doctor', { status: status === 503 ? 200 : status, body }, report)
  return new Map(accounts.map(({ account, state }) => [account, state]))
}

const isUnwell = (state = 'ok') => !['ok', 'expires_soon', 'not_connected'].includes(state)

/** The accounts that have problems but had none before, and their states. */
export const getUnwell = (health: Health, before: Health = new Map()): string[] =>
  [...health]
    .filter(([account, state]) => isUnwell(state) && !isUnwell(before.get(account)))
    .map((states) => states.join(' '))

/** Repeats what rejects, until `isLast` says that there is no time for another attempt. */
async function retry<Result>(world: World, isLast: () => boolean, attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (world.signal.aborted || isLast()) throw error
    }
    await world.pause(EVERY_MS)
  }
}

/** Waits until the URL has this build, for `patienceMs` at most: it may be reachable later than it is deployed. */
export function awaitBuild(gateway: Gateway, build: BuildInfo, world: World, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs
  return retry(
    world,
    () => Date.now() >= until,
    async () => {
      const now = await readAbout(gateway)
      if (isSameBuild(now, build)) return
      const statement = now ? `says ${shortBuild(now)}, not ${shortBuild(build)},` : 'does not answer'
      throw new Error(`/version ${statement} after ${patienceMs / 1000} s`)
    },
  )
}

/**
 * Tests a deployment from outside. Returns messages, or rejects with what failed.
 *
 * @param before the accounts before the deployment. Without them, nothing can have become worse
 */
export async function smokeTest(gateway: Gateway, key: string, before: Health | undefined, world: World) {
  readBody('/health', await gateway('/health'), z.unknown())
  let left = DOCTOR_TRIES
  const unwell = await retry(
    world,
    () => --left === 0,
    async () => {
      const health = await readDoctor(gateway, key)
      const worse = before ? getUnwell(health, before) : []
      if (worse.length > 0) throw new Error(worse.join(', '))
      return getUnwell(health)
    },
  ).catch((error: unknown) => {
    throw new Error(`worse than before: ${getMessage(error)}`)
  })
  return unwell.length > 0 ? [`unwell as before: ${unwell.join(', ')}`] : []
}
