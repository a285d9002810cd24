import { type Caller, isInScope } from '../gateway/auth/access.ts'
import type { Operation } from '../gateway/operation-type.ts'

/** Who calls, and where the owner changes what they may do. */
export interface Asker {
  caller: Caller
  /** The URL of the management app. */
  app: string
}

interface Failed {
  operation: Pick<Operation, 'group' | 'reads'>
  code: string
  message: string
}

/**
 * The message of a failure for a model, and, where a person has to do something, what and
 * where. The message of a 401 has the page of its account already (gateway/http/respond.ts).
 */
export function advise({ operation, code, message }: Failed, asker: Asker): string {
  if (/^X-Workspace-Token(: is required| was rejected)/.test(message)) return aboutNotion(message, asker)
  if (message.startsWith('connection: ')) return aboutPayments(asker)
  if (code === 'licence_required')
    return `${message}: the owner creates a key with another licence at ${asker.app}#keys`
  return code === 'insufficient_scope' ? aboutScope(message, operation, asker) : message
}

function aboutNotion(message: string, { caller, app }: Asker): string {
  if (message.startsWith('X-Workspace-Token: is required')) {
    return `Notion is not connected: the owner connects it at ${app}#account-workspace`
  }
  if (caller.isGrant) return 'Notion refuses the token of this client: the person connects it again, with another one'
  return caller.accountHeaders?.['X-Workspace-Token'] === undefined
    ? 'Notion refuses the token that this connection sends: the person replaces it there, or removes it to use the connected account'
    : `Notion refuses the token of this key: the owner creates a key with another one at ${app}#keys`
}

function aboutPayments({ caller, app }: Asker): string {
  if (caller.isGrant)
    return 'this client may not use the payment account: the person connects it again and allows payments'
  return caller.isNamed
    ? `this key does not open the payment account: the owner allows it at ${app}#keys`
    : `this connection opens no payment account: the person adds the header X-Payment-Mode: true to it, or the owner creates a key with the payment account at ${app}#keys`
}

function aboutScope(sentence: string, { group, reads }: Failed['operation'], { caller, app }: Asker): string {
  const missing = [
    ...(isInScope(caller, group) ? [] : [`the group ${group}`]),
    ...(caller.readOnly && !reads ? ['changes'] : []),
    ...(caller.withoutPayments && group === 'payment' && !reads ? ['payments'] : []),
  ].join(' and ')
  return caller.isGrant
    ? `${sentence}: the person connects this client again and allows ${missing} on the page that opens`
    : `${sentence}: the owner creates a key that opens ${missing} at ${app}#keys`
}
