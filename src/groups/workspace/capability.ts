import { GatewayError, hasStatus } from '../../base/errors.ts'
import type { Connection } from './connection.ts'
import { LACKS_CAPABILITY } from './notion.ts'

/** The product's words where it names no reason (facts 7). */
const GENERIC = new RegExp(
  `^(?:insufficient permissions|(?:X-Workspace-Token|the workspace account) ${LACKS_CAPABILITY})`,
  'i',
)

/**
 * The reason that the product gives for a refusal, such as that of a personal access token; undefined where it gives none,
 * and a capability of the connection is missing.
 */
export const getReason = ({ message }: GatewayError): string | undefined =>
  GENERIC.test(message) ? undefined : message

/**
 * Replaces the message of a refusal for a missing capability, which does not name the one that is missing (facts 7). The
 * product's own words stay where they name a reason: then no setting helps.
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
    const message = `${tokenName} ${LACKS_CAPABILITY} to ${ability}: turn it on in the settings of its integration`
    throw new GatewayError(403, message, { reason: error.reason })
  })
