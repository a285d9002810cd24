import { GatewayError } from '../../base/errors.ts'

export type Probed<Value> = { value: Value } | { error: GatewayError }

/** What a call came to, where its failure is a part of the answer. */
export async function orFailure<Value>(work: Promise<Value>): Promise<Probed<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof GatewayError) return { error }
    throw error
  }
}
