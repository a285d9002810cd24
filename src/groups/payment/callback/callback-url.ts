import type { Settings } from '../../../base/settings.ts'
import { canKeep } from '../../../upstream/credentials/stored-credentials.ts'
import { callbackToken } from './callback-token.ts'

/** Where the product's calls arrive (decisions.md section 12.5). */
export const CALLBACK_PATH = '/hooks/payment'

/**
 * The address at which the product reports that a bill was paid; undefined without
 * CREDENTIALS_KEY. It is the gateway's own, as the caller reached it.
 */
export async function callbackUrl(settings: Settings, origin: string, billId: string): Promise<string | undefined> {
  if (!canKeep(settings)) return undefined
  return `${origin}${CALLBACK_PATH}/${await callbackToken(settings, billId)}`
}
