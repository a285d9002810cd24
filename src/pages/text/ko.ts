import { accounts } from './ko/accounts.ts'
import { common } from './ko/common.ts'
import { errors } from './ko/errors.ts'
import { links } from './ko/links.ts'
import { overview } from './ko/overview.ts'
import { products } from './ko/products.ts'
import { session } from './ko/session.ts'
import { views } from './ko/views.ts'
import { words } from './ko/words.ts'
import type { FirstTexts, LaterTexts } from './texts.ts'

export const first: FirstTexts = { accounts, common, errors, links, overview, products, session, views, words }

export const later: LaterTexts = {
  activity: async () => (await import('./ko/activity.ts')).activity,
  confirm: async () => (await import('./ko/confirm.ts')).confirm,
  connecting: async () => (await import('./ko/connecting.ts')).connecting,
  consent: async () => (await import('./ko/consent.ts')).consent,
  data: async () => (await import('./ko/data.ts')).data,
  events: async () => (await import('./ko/events.ts')).events,
  grants: async () => (await import('./ko/grants.ts')).grants,
  keys: async () => (await import('./ko/keys.ts')).keys,
  linkPage: async () => (await import('./ko/link-page.ts')).linkPage,
  usage: async () => (await import('./ko/usage.ts')).usage,
  webhook: async () => (await import('./ko/webhook.ts')).webhook,
}
