import type { Settings } from '../../../base/settings.ts'
import * as tokens from '../../../gateway/auth/signature.ts'

const PURPOSE = 'latchkey payment callback'

/** The token of a bill in the callback URL. Throws 500 with CREDENTIALS_KEY when that is not set. */
export const callbackToken = (settings: Settings, billId: string) => tokens.callbackToken(settings, PURPOSE, billId)

/** Whether the token belongs to the bill. */
export const isBillToken = (settings: Settings, billId: string, token: string) =>
  tokens.isCallbackToken(settings, PURPOSE, billId, token)
