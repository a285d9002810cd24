import { GatewayError } from '../../../base/errors.ts'

/** Runs a storage operation of the package. Throws 503 when the storage fails. */
export async function stored<Value>(use: Promise<Value>): Promise<Value> {
  try {
    return await use
  } catch (error) {
    // A TypeError is a bug of the calling code.
    if (error instanceof GatewayError || error instanceof TypeError) throw error
    throw new GatewayError(503, 'the storage of grants did not answer: try again in a few seconds', {
      headers: { 'Retry-After': '5' },
    })
  }
}
