import type { Settings } from '../../../base/settings.ts'
import * as tokens from '../../../gateway/callback-token.ts'

const PURPOSE = 'latchkey payment callback'

/** The token of a bill in the address that the product calls back. Throws 500 naming CREDENTIALS_KEY. */
export const callbackToken = (settings: Settings, billId: string) => tokens.callbackToken(settings, PURPOSE, billId)

/** Whether the token is that of the bill. */
export const isTokenOf = (settings: Settings, billId: string, token: string) =>
  tokens.isTokenOf(settings, PURPOSE, billId, token)
