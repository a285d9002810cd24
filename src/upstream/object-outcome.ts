import { timedOut } from '../base/errors.ts'
import type { Group } from '../base/groups.ts'
import { type Outcome, unwrap } from '../base/outcome.ts'
import type { Outgoing } from './outgoing.ts'

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
