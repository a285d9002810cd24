import type { EventAttachment, EventType } from '../../base/event-types.ts'
import type { EventInput, GatewayEvent } from '../../base/events.ts'
import type { UpstreamContext } from '../http/upstream-context.ts'

/** Plain data that a source keeps between two polls. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** What a source is handed when it is asked. */
export interface PollContext {
  readonly upstream: UpstreamContext
  /** As the poll before returned it; undefined at the first one, which tells of nothing: it notes what is there. */
  readonly cursor: Json | undefined
  /** The marks that are kept of these keys: of things that were seen, each with what a change is told by. */
  known(keys: readonly string[]): ReadonlyMap<string, string>
  /** The types that somebody is to be told of. */
  readonly wanted: ReadonlySet<EventType>
  /** What the product pushed, in the words of the source: each is given until a poll that got it has succeeded. */
  readonly pushed?: readonly string[]
}

/** What a poll found. Events, marks and cursor are kept together, or not at all. */
export interface Found {
  readonly cursor: Json
  /** Null forgets a mark. */
  readonly marks: ReadonlyMap<string, string | null>
  /** In the order in which they happened, as far as the product tells it. */
  readonly events: readonly EventInput[]
  /** Whether there is more to be read at once. */
  readonly isMore: boolean
  /** Of what was pushed, what needs no other look; absent for all of it. */
  readonly handled?: readonly string[]
  /** Whether another account begins: the marks that are kept of this source are forgotten before these are kept. */
  readonly isAnew?: boolean
}

/** What tells of new things at a product. A group declares its own in `events.ts`, and the object puts them together. */
export interface EventSource {
  /** `<account>.<things>`: what is kept of it stands under this name. */
  readonly name: string
  readonly types: readonly EventType[]
  /** The shortest time between two polls, where EVENTS_POLL_SECONDS would be too often, in milliseconds. */
  readonly atLeastMs?: number
  /** How long a mark is kept after it was written last, in milliseconds; for good where absent. */
  readonly keepMarksMs?: number
  /** Whether its account is connected, which costs no call of a product. */
  isConnected(upstream: UpstreamContext): Promise<boolean>
  /** Asks the product. Throws what a request would. */
  poll(ask: PollContext): Promise<Found>
  /**
   * The `data` as it is at a delivery, undefined where the stored one is recent enough. Throws what a request would; then the
   * stored one is delivered in the end.
   */
  refresh?(upstream: UpstreamContext, event: GatewayEvent): Promise<Readonly<Record<string, unknown>> | undefined>
  /** What a delivery holds beside the event, by name. Throws what a request would, for the first name that fails. */
  attach?(
    upstream: UpstreamContext,
    event: GatewayEvent,
    names: readonly EventAttachment[],
  ): Promise<Record<string, unknown>>
}
