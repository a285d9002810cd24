import { GatewayError } from '../../base/errors.ts'
import { BudgetSpent } from '../../upstream/http/upstream-context.ts'

/**
 * A write is sent once. Where its answer is lost or a breakdown, the failure says that nobody knows whether it was
 * written, so that the caller looks before sending it again.
 */
export async function readOutcome<Answer>(write: Promise<Answer>): Promise<Answer> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status < 500 || error instanceof BudgetSpent) throw error
    const message = `${error.message}: whether it was written is not known, so look before you send it again`
    throw new GatewayError(error.status, message, { reason: error.reason, headers: error.headers })
  }
}
