import { accounts } from './en/accounts.ts'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { links } from './en/links.ts'
import { overview } from './en/overview.ts'
import { products } from './en/products.ts'
import { session } from './en/session.ts'
import { views } from './en/views.ts'

/** The texts that come with every page. */
export const first = { accounts, common, errors, links, overview, products, session, views }

/** The texts that parts of a page load when they open. */
export const later = {
  activity: async () => (await import('./en/activity.ts')).activity,
  confirm: async () => (await import('./en/confirm.ts')).confirm,
  connecting: async () => (await import('./en/connecting.ts')).connecting,
  consent: async () => (await import('./en/consent.ts')).consent,
  data: async () => (await import('./en/data.ts')).data,
  events: async () => (await import('./en/events.ts')).events,
  grants: async () => (await import('./en/grants.ts')).grants,
  guides: async () => (await import('./en/guides.ts')).guides,
  keys: async () => (await import('./en/keys.ts')).keys,
  usage: async () => (await import('./en/usage.ts')).usage,
  webhook: async () => (await import('./en/webhook.ts')).webhook,
}
