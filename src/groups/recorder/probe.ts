import { GatewayError } from '../../base/errors.ts'

export type Probed<Value> = { value: Value } | { error: GatewayError }

/** The result of a call whose failure is part of the response. */
export async function orFailure<Value>(work: Promise<Value>): Promise<Probed<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof GatewayError) return { error }
    throw error
  }
}
