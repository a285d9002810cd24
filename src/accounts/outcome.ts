import { GatewayError } from '../gateway/errors.ts'

/** An outcome that crosses from an object to the Worker: an error's class does not survive the way, these fields do. */
export type Outcome<Value> =
  | { ok: true; value: Value }
  | { ok: false; status: GatewayError['status']; message: string; headers: Record<string, string> }

/** In the object: work whose failure the Worker is to see. */
export async function outcome<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return failed(error)
  }
}

export const failed = ({ status, message, headers }: GatewayError): Outcome<never> => ({
  ok: false,
  status,
  message,
  headers: { ...headers },
})

/** In the Worker: the value that came, else its failure thrown again. */
export function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new GatewayError(outcome.status, outcome.message, outcome.headers)
  return outcome.value
}
