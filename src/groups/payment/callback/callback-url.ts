import type { Settings } from '../../../base/settings.ts'
import { hasEncryptionKey } from '../../../upstream/store.ts'
import { callbackToken } from './callback-token.ts'

/** The path of the product's reports. */
export const CALLBACK_PATH = '/hooks/payment'

/**
 * The URL to which the product reports that a bill was paid. Undefined without CREDENTIALS_KEY. It uses the origin of
 * the caller's request.
 */
export async function callbackUrl(settings: Settings, origin: string, billId: string): Promise<string | undefined> {
  if (!hasEncryptionKey(settings)) return undefined
  return `${origin}${CALLBACK_PATH}/${await callbackToken(settings, billId)}`
}
