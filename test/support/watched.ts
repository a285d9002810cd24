import type { Env } from '../../src/base/env.ts'
import type { EventType, FoundEvent, GatewayEvent } from '../../src/base/events.ts'
import { platform } from '../../src/base/platform.ts'
import { Settings } from '../../src/base/settings.ts'
import { UpstreamContext } from '../../src/upstream/context.ts'
import type { EventSource, Found, Json } from '../../src/upstream/polling.ts'
import { BINDINGS, type Overrides } from './gateway.ts'

/** A watched source: it stores what the object of the events would store, and clears the isolate's cache on request. */
export interface Watched {
  readonly marks: Map<string, string>
  cursor: Json | undefined
  /** Pushes of the product that no poll has handled. */
  pushed: readonly string[]
  /** One poll, like the object's: its findings are stored completely, or not at all if it throws. */
  poll(): Promise<Found>
  /** Polls until there is no more. Returns all events. */
  pollAll(): Promise<FoundEvent[]>
  /** A new isolate with an empty cache. */
  restart(settings?: Overrides): void
  attach(event: FoundEvent, names: readonly ('transcript' | 'summary')[]): Promise<Record<string, unknown>>
  /** The context of the last poll. */
  upstream: UpstreamContext | undefined
}

/** A cursor is serialized to JSON, as in storage. */
const stored = (cursor: Json): Json => JSON.parse(JSON.stringify(cursor))

export function watch(
  source: EventSource,
  settings: Overrides,
  { wanted = source.types }: { wanted?: readonly EventType[] } = {},
): Watched {
  const deployed = (overrides: Overrides): Settings =>
    new Settings({ ...BINDINGS, LICENCE: 'pro', ...overrides } as Env)
  let isolate = deployed(settings)
  let overrides = settings
  const watched: Watched = {
    marks: new Map(),
    cursor: undefined,
    pushed: [],
    upstream: undefined,
    async poll() {
      const upstream = new UpstreamContext(isolate, platform)
      watched.upstream = upstream
      try {
        const found = await source.poll({
          upstream,
          cursor: watched.cursor,
          known: (keys) =>
            new Map(
              keys.flatMap((key) => {
                const mark = watched.marks.get(key)
                return mark === undefined ? [] : [[key, mark] as const]
              }),
            ),
          wanted: new Set(wanted),
          pushed: watched.pushed,
        })
        const handled = found.handled ?? watched.pushed
        watched.pushed = watched.pushed.filter((what) => !handled.includes(what))
        if (found.isRestart) watched.marks.clear()
        for (const [key, mark] of found.marks) {
          if (mark === null) watched.marks.delete(key)
          else watched.marks.set(key, mark)
        }
        watched.cursor = stored(found.cursor)
        return found
      } finally {
        upstream.close()
      }
    },
    async pollAll() {
      const events: FoundEvent[] = []
      for (;;) {
        const found = await watched.poll()
        events.push(...found.events)
        if (!found.isMore) return events
      }
    },
    restart(changed = {}) {
      overrides = { ...overrides, ...changed }
      isolate = deployed(overrides)
    },
    async attach(event, names) {
      const upstream = new UpstreamContext(isolate, platform)
      const told: GatewayEvent = {
        account: source.account,
        ...event,
        id: 'evt_1',
        timestamp: new Date(event.at).toISOString(),
      }
      try {
        return (await source.attach?.(upstream, told, names)) ?? {}
      } finally {
        upstream.close()
      }
    },
  }
  return watched
}
