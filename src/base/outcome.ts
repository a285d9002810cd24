import { GatewayError, type Reason } from './errors.ts'

/**
 * The result of a call to a Durable Object. The class of an error is lost on the way to the Worker. These fields are
 * not.
 */
export type Outcome<Value> =
  | { ok: true; value: Value }
  | { ok: false; status: GatewayError['status']; message: string; reason: Reason; headers: Record<string, string> }

/** In the object: runs work, and turns a GatewayError into a result that the Worker can throw again. */
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

/** In the Worker: returns the value of a result, or throws its error again. */
export function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  const { status, message, reason, headers } = outcome
  throw new GatewayError(status, message, { reason, headers })
}
