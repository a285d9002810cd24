import type { Context } from 'hono'
import type { CreatedCredential } from '../../../base/access.ts'
import { logUnhandledError } from '../../http/unhandled-error.ts'
import type { AppEnv } from '../../state.ts'
import { askAccess } from '../access-store.ts'

/**
 * What named keys create at products and what outlives them: API keys and webhooks. The owner reads it when a key is
 * deleted.
 */

/** Records that the operation of this request created something. Never throws: its secret is only in this response. */
export async function noteCreated(c: Context<AppEnv>, target: string): Promise<void> {
  const state = c.get('state')
  const { caller, operation, platform } = state
  state.target = target
  if (!caller?.isNamed || !operation) return
  const credential = { operation: operation.id, target, at: platform.now() }
  await askAccess(state.settings, (access) => access.noteCredential(caller.lineage, credential)).catch((error) =>
    logUnhandledError(state.id, error),
  )
}

/** Records that what an operation created was deleted. */
export async function noteDeleted(c: Context<AppEnv>, operation: string, target: string): Promise<void> {
  const { settings, id } = c.get('state')
  await askAccess(settings, (access) => access.forgetCredential(operation, target)).catch((error) =>
    logUnhandledError(id, error),
  )
}

export const toCreatedResponse = ({ at, ...credential }: CreatedCredential) => ({
  ...credential,
  at: new Date(at).toISOString(),
})
