import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { Area } from '../base/groups.ts'
import type { ToolOptions } from './docs.ts'
import type { Synonyms } from './http/unknown-fields.ts'
import type { Gate } from './licence.ts'

/** The inputs of an operation by their place in the request, under Hono's names. */
export interface Inputs {
  param?: z.ZodMiniObject
  query?: z.ZodMiniObject
  header?: z.ZodMiniObject
  json?: z.ZodMiniObject
}

/**
 * Licences that pass, `open` for no key at all, `admin` for ADMIN_KEY and its session, which no API key opens, or `link` for
 * a link to the account that the path names.
 */
export type AccessPolicy = Gate | 'open' | 'admin' | 'link'

/**
 * What a write does that a person should agree to: it requests or moves money, reaches somebody outside of the account,
 * publishes, deletes for good, or creates, changes or deletes what opens or watches an account at its product.
 */
export type Effect = 'payment' | 'message' | 'publication' | 'deletion' | 'credential'

/**
 * What a person has to know about a call before they agree to it, beside its input: such as whose bill it is. Missing
 * data is left out.
 */
export type CallDetails = (
  c: Context,
  input: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>

/** A declaration with its defaults filled in, as the router and the surfaces read it. */
export interface Operation {
  readonly id: string
  readonly group: Area
  /** The headers that the operations of the area declare. */
  readonly groupHeaders: readonly string[]
  readonly gate: AccessPolicy
  /** Whether it only reads: such an operation may be repeated, and ends when its caller leaves. */
  readonly reads: boolean
  readonly destructive: boolean
  readonly effect: Effect | undefined
  readonly details: CallDetails | undefined
  readonly idempotent: boolean
  /** Whether the audit log tells of it although it only reads. */
  readonly isAudited: boolean
  /** What the audit log calls its target, where no id of the path or the body says it. */
  readonly target: string | undefined
  readonly toolMaxima: Readonly<Record<string, number>>
  readonly input: () => Inputs
  /** What others call the fields of the area. */
  readonly synonyms: Synonyms
  readonly texts: {
    readonly summary: string
    readonly description: string | undefined
    readonly ko: string
    readonly title: string
    readonly wanted: number | undefined
    readonly search: string | undefined
  }
  /** What its tool is. Null for an operation that no model may list or call. */
  readonly tool: ToolOptions | null
  readonly status: 200 | 201 | 202 | 204
  /** The status of a creation when the same already exists. */
  readonly existingStatus: 200 | undefined
}
