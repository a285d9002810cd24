import { GatewayError, type Reason, timedOut } from '../gateway/errors.ts'
import type { Group } from '../gateway/groups.ts'
import type { Outgoing } from '../upstream/outgoing.ts'

/** An outcome that crosses from an object to the Worker: an error's class does not survive the way, these fields do. */
export type Outcome<Value> =
  | { ok: true; value: Value }
  | { ok: false; status: GatewayError['status']; message: string; reason: Reason; headers: Record<string, string> }

/** In the object: work whose failure the Worker is to see. */
export async function outcome<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return failed(error)
  }
}

export const failed = ({ status, message, reason, headers }: GatewayError): Outcome<never> => ({
  ok: false,
  status,
  message,
  reason,
  headers: { ...headers },
})

/**
 * In the Worker: what an object's call came to. The object's own deadline is not the request's: throws 504 when that
 * passes first, and the failure of the object otherwise.
 */
export async function outcomeOf<Value>(
  outgoing: Outgoing,
  group: Group,
  call: Promise<Outcome<Value>>,
): Promise<Value> {
  const outcome = await outgoing.beforeDeadline(call)
  if (!outcome) throw timedOut(`the ${group} service did not answer in time`)
  return unwrap(outcome)
}

/** In the Worker: the value that came, else its failure thrown again. */
export function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  const { status, message, reason, headers } = outcome
  throw new GatewayError(status, message, { reason, headers })
}
