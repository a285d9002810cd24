import type { EventAttachment, EventInput, EventType, GatewayEvent } from '../../base/events.ts'
import type { UpstreamContext } from '../http/upstream-context.ts'

/** Plain data that a source stores between two polls. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** The input of a poll. */
export interface PollContext {
  readonly upstream: UpstreamContext
  /**
   * The cursor that the previous poll returned. Undefined at the first poll, which reports nothing: it only notes what
   * exists.
   */
  readonly cursor: Json | undefined
  /** The stored values of these seen keys, which show whether a thing has changed. */
  known(keys: readonly string[]): ReadonlyMap<string, string>
  /** The types that subscribers need. */
  readonly wanted: ReadonlySet<EventType>
  /** What the product pushed, in the source's format. Each is passed to polls until one has succeeded with it. */
  readonly pushed?: readonly string[]
}

/** What a poll found. Events, seen keys and cursor are stored together, or not at all. */
export interface Found {
  readonly cursor: Json
  /** Null deletes a seen key. */
  readonly marks: ReadonlyMap<string, string | null>
  /** In the order in which they happened, as far as the product shows it. */
  readonly events: readonly EventInput[]
  /** Whether there is more to read at once. */
  readonly isMore: boolean
  /** The pushes that are handled. All when absent. */
  readonly handled?: readonly string[]
  /** Whether another account starts: the source's seen keys are deleted before these are stored. */
  readonly isAnew?: boolean
}

/** A source of events at a product. Each group declares its own in `events.ts`, and the object collects them. */
export interface EventSource {
  /** `<account>.<things>`, the storage name of the source. */
  readonly name: string
  readonly types: readonly EventType[]
  /** The shortest time between two polls, if EVENTS_POLL_SECONDS would be too often, in milliseconds. */
  readonly atLeastMs?: number
  /** How long a seen key is stored after its last write, in milliseconds. Forever when absent. */
  readonly keepMarksMs?: number
  /** Whether its account is connected. Makes no call to the product. */
  isConnected(upstream: UpstreamContext): Promise<boolean>
  /** Polls the product. Throws like a request. */
  poll(ask: PollContext): Promise<Found>
  /**
   * The current `data` at a delivery. Undefined when the stored one is recent enough. Throws like a request. After
   * repeated failures the stored data is delivered.
   */
  refresh?(upstream: UpstreamContext, event: GatewayEvent): Promise<Readonly<Record<string, unknown>> | undefined>
  /** The attachments of a delivery, by name. Throws like a request, for the first one that fails. */
  attach?(
    upstream: UpstreamContext,
    event: GatewayEvent,
    names: readonly EventAttachment[],
  ): Promise<Record<string, unknown>>
}
