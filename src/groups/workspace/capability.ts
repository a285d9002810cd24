import { GatewayError, hasStatus } from '../../base/errors.ts'
import type { Connection } from './connection.ts'
import { LACKS_CAPABILITY } from './notion.ts'

/** The product's message when it gives no specific reason. */
const GENERIC = new RegExp(
  `^(?:insufficient permissions|(?:X-Workspace-Token|the workspace account) ${LACKS_CAPABILITY})`,
  'i',
)

/**
 * The specific reason of a refusal, such as that of a personal access token. Undefined when there is none, which means
 * that the connection lacks a capability.
 */
export const getReason = ({ message }: GatewayError): string | undefined =>
  GENERIC.test(message) ? undefined : message

/**
 * Replaces the message of a refusal for a missing capability, because the product does not name the capability (facts
 * 7). A specific reason of the product stays, because then no setting helps.
 *
 * @param ability what the token cannot do, such as `read users`
 */
export const needingCapability = <Answer>(
  { tokenName }: Connection,
  answer: Promise<Answer>,
  ability: string,
): Promise<Answer> =>
  answer.catch((error) => {
    if (!hasStatus(error, 403) || error.reason !== 'code restricted_resource' || getReason(error)) throw error
    const message = `${tokenName} ${LACKS_CAPABILITY} to ${ability}: turn it on in the settings of its connection`
    throw new GatewayError(403, message, { reason: error.reason })
  })
