import type { StoredWebhook } from '../../base/events.ts'
import type { Account } from '../../base/groups.ts'
import type { Settings } from '../../base/settings.ts'
import { decrypt, encrypt } from '../../upstream/store.ts'
import { callbackToken } from '../callback-token.ts'
import { reachEvents } from './events.ts'

/** The URL to which a product pushes changes of an account, and the tokens that it signs with. */

export const WEBHOOK_PURPOSE = 'latchkey webhook'
export const WEBHOOK_ACCOUNTS = ['workspace'] as const
export type WebhookAccount = (typeof WEBHOOK_ACCOUNTS)[number] & Account

export const webhookPath = (account: WebhookAccount) => `/hooks/${account}`

const place = (account: WebhookAccount) => `webhook/${account}`

/** Throws 500 with CREDENTIALS_KEY when it is not set, because then the URL could be guessed. */
export const webhookUrl = async (settings: Settings, origin: string, account: WebhookAccount): Promise<string> =>
  `${origin}${webhookPath(account)}/${await callbackToken(settings, WEBHOOK_PURPOSE, account)}`

export interface Webhook extends Omit<StoredWebhook, 'tokens'> {
  /** Newest first. */
  tokens: string[]
  /** What EVENTS knows each of them by. */
  ivs: string[]
}

/** Undefined before the product's handshake. Throws 503 when EVENTS cannot be reached. */
export async function readWebhook(settings: Settings, account: WebhookAccount): Promise<Webhook | undefined> {
  const stored = await reachEvents(settings, (events) => events.webhook(account))
  if (!stored) return undefined
  const tokens = await Promise.all(stored.tokens.map((encrypted) => decrypt(settings, place(account), encrypted)))
  return { ...stored, tokens, ivs: stored.tokens.map(({ iv }) => iv) }
}

export async function storeWebhookToken(settings: Settings, account: WebhookAccount, token: string): Promise<void> {
  const encrypted = await encrypt(settings, place(account), token)
  await reachEvents(settings, (events) => events.storeWebhookToken(account, encrypted))
}
