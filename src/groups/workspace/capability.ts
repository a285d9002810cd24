import { GatewayError, hasStatus } from '../../base/errors.ts'

/**
 * Replaces the message of a refusal for a missing capability, which does not name the one that is missing (facts 7).
 *
 * @param ability what the token cannot do, such as `read users`
 */
export const needingCapability = <Answer>(answer: Promise<Answer>, ability: string): Promise<Answer> =>
  answer.catch((error) => {
    if (!hasStatus(error, 403) || error.reason !== 'code restricted_resource') throw error
    const message = `X-Workspace-Token lacks the capability to ${ability}: turn it on in the settings of its integration`
    throw new GatewayError(403, message, { reason: error.reason })
  })
