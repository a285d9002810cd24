import { ACCESS_NAME } from './access.ts'
import type { ObjectBinding, Stub } from './env.ts'
import { GatewayError, isOutcome, type Outcome, unwrap } from './errors.ts'
import { EVENTS_NAME } from './events.ts'
import type { Settings } from './settings.ts'
import { USAGE_NAME } from './usage.ts'

/** Which object is called, and what happens when it does not respond. */
export interface ObjectAddress<Binding extends ObjectBinding = ObjectBinding> {
  readonly binding: Binding
  readonly name: string
  /** Whether a call that fails is made once more, with a new stub. Only for calls whose steps may be repeated. */
  readonly isRepeatable?: boolean
  /** The message of the 503 for an object that does not respond. Without it, the error of the call is thrown. */
  readonly unavailable?: string
  /** When the caller of the gateway may try again after that 503, in seconds. Defaults to 5. */
  readonly retryAfter?: number
}

/** The deployment's only object for keys, sessions and grants. Without its answer it is unknown what was revoked. */
export const ACCESS: ObjectAddress<'ACCESS'> = {
  binding: 'ACCESS',
  name: ACCESS_NAME,
  unavailable: 'the storage of keys, sessions and grants did not answer: try again in a few seconds',
}

/** The deployment's only object for events. */
export const EVENTS: ObjectAddress<'EVENTS'> = {
  binding: 'EVENTS',
  name: EVENTS_NAME,
  unavailable: 'the events of this gateway cannot be reached at the moment: try again in a few seconds',
}

/** The deployment's only object for usage and the audit log. */
export const USAGE: ObjectAddress<'USAGE'> = {
  binding: 'USAGE',
  name: USAGE_NAME,
  unavailable: 'the records of this gateway are not available: try again in a few seconds',
}

/** An object for what must happen at most once. Each of its steps may be repeated. */
export const ledger = (name: string): ObjectAddress<'LEDGER'> => ({ binding: 'LEDGER', name, isRepeatable: true })

/** What a call returns once the refusals of its object are thrown. */
type Unwrapped<Value> = Value extends { ok: true; value: infer Result }
  ? Result
  : Value extends Outcome<never>
    ? never
    : Value

/**
 * The only way to call an object. Throws a refusal of the object with all that it says, and 503 when the object does not
 * respond. The stub belongs to this call: a stub that failed may stay broken, and no request may use that of another.
 */
export async function callObject<Binding extends ObjectBinding, Value>(
  { env }: Pick<Settings, 'env'>,
  { binding, name, isRepeatable = false, unavailable, retryAfter = 5 }: ObjectAddress<Binding>,
  call: (object: Stub<Binding>) => Promise<Value>,
): Promise<Unwrapped<Value>> {
  const namespace = env[binding] as { getByName(name: string): Stub<Binding> } | undefined
  const attempt = async () => {
    if (!namespace) throw new Error(`the binding ${binding} is missing`)
    return call(namespace.getByName(name))
  }
  let result: Value
  try {
    result = await (isRepeatable ? attempt().catch(attempt) : attempt())
  } catch (error) {
    if (unavailable === undefined) throw error
    throw new GatewayError(503, unavailable, { headers: { 'Retry-After': String(retryAfter) } })
  }
  return (isOutcome(result) ? unwrap(result) : result) as Unwrapped<Value>
}
