import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { VERSION } from '../../base/version.ts'
import { newSecret, signedHeaders } from '../../base/webhook-signing.ts'
import { LatchkeyError } from '../error.ts'
import { connectGateway, NoAnswer } from './gateway.ts'
import type { Settings } from './settings.ts'

const FIRST_MS = 1000
const LONGEST_MS = 60_000

/** The wait after the first, second, third failure in a row and so on. */
export const getWait = (failures: number): number => Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS)

interface Repeated {
  signal: AbortSignal
  /** Told before each wait. */
  onFailure(message: string, waitMs: number): void
}

/**
 * Repeats until the attempt succeeds. It ends with the error that `signal` causes.
 *
 * @param attempt resolves, or throws Passing for a failure that may pass
 */
export async function repeat<Result>(attempt: () => Promise<Result>, { signal, onFailure }: Repeated): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Passing) || signal.aborted) throw error
      const wait = Math.max(getWait(failures), error.leastWaitMs)
      onFailure(error.message, wait)
      await setTimeout(wait, undefined, { signal })
    }
  }
}

/** A failure that may pass. */
export class Passing extends Error {
  readonly leastWaitMs: number

  constructor(message: string, leastWaitMs = 0) {
    super(message)
    this.leastWaitMs = leastWaitMs
  }
}

/** The position at which `listen` stopped. */
interface ListenState {
  gateway: string
  target: string
  /** Signs the deliveries. */
  secret: string
  /** The `next_after` of the last page that was forwarded completely. */
  after: string
  /** The ids of the next page that were forwarded already. */
  forwarded: readonly string[]
}

/** The file of a gateway and a target, in the folder of this user for the state of programs. */
export function getStateFile(gateway: string, target: string, env = process.env): string {
  const folder =
    process.platform === 'win32'
      ? (env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'))
      : env.XDG_STATE_HOME || join(homedir(), '.local/state')
  const digest = createHash('sha256').update(`${gateway}\n${target}`).digest('hex')
  return join(folder, 'latchkey', `listen-${digest.slice(0, 16)}.json`)
}

/** Undefined before the first start. Throws when the file is not readable, because a new secret would go unnoticed. */
export async function readState(file: string): Promise<ListenState | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is damaged. Delete it to start with a new secret.`)
  }
}

/** Replaces the file at once, so that a kill leaves the old or the new one. Only this user can read it. */
export async function writeState(file: string, state: ListenState): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}`
  await writeFile(next, JSON.stringify(state), { mode: 0o600 })
  await rename(next, file)
}

interface FeedEvent {
  id: string
  type: string
  timestamp: string
  account: string | null
  data: unknown
}

/** The same time that the gateway gives an endpoint. */
const FORWARD_MS = 15_000

/** Sends an event as a delivery of the gateway, signed now. Returns the status. Throws Passing unless it is a success. */
export async function forward(
  { id, type, timestamp, account, data }: FeedEvent,
  { target, secret, signal }: { target: string; secret: string; signal: AbortSignal },
): Promise<number> {
  const body = JSON.stringify({ type, timestamp, account, data })
  const headers = await signedHeaders([secret], { id, at: Date.now(), body })
  const response = await fetch(target, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'User-Agent': `Latchkey/${VERSION}` },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(FORWARD_MS)]),
  }).catch((error: Error) => {
    if (signal.aborted) throw error
    throw new Passing(
      error.name === 'TimeoutError' ? `no answer within ${FORWARD_MS / 1000} s` : 'the target cannot be reached',
    )
  })
  await response.body?.cancel()
  if (!response.ok) throw new Passing(`the target answered ${response.status}`)
  return response.status
}

interface ListenOptions {
  /** The URL that receives the events. */
  target: string
  /** A comma list. Undefined for all types of the connected accounts. */
  types: string | undefined
  /** Forgets where it stopped. */
  isFromNow: boolean
  /** The wait between two requests for events, in milliseconds. */
  everyMs: number
  signal: AbortSignal
}

interface FeedPage {
  events: readonly FeedEvent[]
  next_after: string
  has_more: boolean
}

const PAGE = 100
/** How long the gateway may take, in milliseconds. */
const ANSWER_MS = 30_000

/**
 * `latchkey listen`: forwards the events of the feed in their order, each until the target takes it. What was forwarded is
 * stored after each event, so that a later start continues there. Resolves when `signal` ends it.
 */
export async function listen(settings: Settings, options: ListenOptions): Promise<void> {
  const { target, isFromNow, everyMs, signal } = options
  const call = connectGateway(settings)
  const ask = (id: string, fields: object) =>
    repeat(
      () =>
        call(id, { ...fields }, { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) }).catch(toPassing),
      { signal, onFailure: report },
    )
  try {
    // The gateway polls the accounts of types that are named.
    const types =
      options.types ??
      ((await ask('events_list_types', {})) as { types: { type: string }[] }).types.map(({ type }) => type).join()
    const getPage = async (after: string) =>
      (await ask('events_list_events', { after, types, limit: PAGE })) as FeedPage
    const file = getStateFile(settings.origin, target)
    const save = async (change: Partial<ListenState>) => {
      state = { ...state, ...change }
      await writeState(file, state)
    }
    const stored = await readState(file)
    let state: ListenState = {
      gateway: settings.origin,
      target,
      secret: stored?.secret ?? newSecret(),
      ...(stored && !isFromNow
        ? { after: stored.after, forwarded: stored.forwarded }
        : { after: (await getPage('now')).next_after, forwarded: [] }),
    }
    await save({})
    console.log(`Forwarding the events of ${settings.origin} to ${target}, until Ctrl-C`)
    console.log(`They are signed with the secret ${state.secret}`)
    while (!signal.aborted) {
      const { events, next_after, has_more } = await getPage(state.after)
      for (const event of events.filter(({ id }) => !state.forwarded.includes(id))) {
        const what = `${event.type} ${event.id}`
        const onFailure = (message: string, waitMs: number) => report(`${what}: ${message}`, waitMs)
        const status = await repeat(() => forward(event, { target, secret: state.secret, signal }), {
          signal,
          onFailure,
        })
        await save({ forwarded: [...state.forwarded, event.id] })
        console.log(`${what}: ${status}`)
      }
      if (next_after !== state.after) await save({ after: next_after, forwarded: [] })
      if (!has_more) await setTimeout(everyMs, undefined, { signal })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Throws `Passing` for an error that may pass: no answer, too many requests, and a failure of the gateway. */
function toPassing(error: unknown): never {
  if (error instanceof NoAnswer) throw new Passing(error.message)
  if (error instanceof LatchkeyError && (error.status === 429 || error.status >= 500))
    throw new Passing(error.message, (error.retryAfter ?? 0) * 1000)
  throw error
}

const report = (message: string, waitMs: number) => console.error(`${message}; next try in ${waitMs / 1000} s`)
