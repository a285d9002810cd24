import { GatewayError, type Reason } from './errors.ts'

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

/** In the Worker: the value that came, else its failure thrown again. */
export function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  const { status, message, reason, headers } = outcome
  throw new GatewayError(status, message, { reason, headers })
}
