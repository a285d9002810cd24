import { GatewayError } from '../../base/errors.ts'
import { BudgetSpent } from '../../upstream/context.ts'

/**
 * Sends a write once. When its response is lost or a server error, the error says that the outcome is unknown, so that
 * the caller checks before sending it again.
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
