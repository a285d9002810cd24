import { setTimeout } from 'node:timers/promises'
import { newSecret } from '../../base/webhook-signing.ts'
import { LatchkeyError } from '../error.ts'
import { Passing, repeat } from './backoff.ts'
import { type FeedEvent, forward } from './forward.ts'
import { connectGateway, NoAnswer } from './gateway.ts'
import { getStateFile, type ListenState, readState, writeState } from './listen-state.ts'
import type { Settings } from './settings.ts'

export interface ListenOptions {
  /** Where the events go. */
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

/** What may pass: no answer, too many requests, and a failure of the gateway. */
function toPassing(error: unknown): never {
  if (error instanceof NoAnswer) throw new Passing(error.message)
  if (error instanceof LatchkeyError && (error.status === 429 || error.status >= 500))
    throw new Passing(error.message, (error.retryAfter ?? 0) * 1000)
  throw error
}

const report = (message: string, waitMs: number) => console.error(`${message}; next try in ${waitMs / 1000} s`)
