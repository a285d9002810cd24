import { accounts, common, errors, links, overview, products, session, views, words } from './ko/first.ts'
import type { FirstTexts, LaterTexts } from './texts.ts'

export const first: FirstTexts = {
  accounts,
  common,
  errors,
  links,
  overview,
  products,
  session,
  views,
  words,
}

export const later: LaterTexts = {
  activity: async () => (await import('./ko/activity.ts')).activity,
  channels: async () => (await import('./ko/channels.ts')).channels,
  confirm: async () => (await import('./ko/confirm.ts')).confirm,
  connecting: async () => (await import('./ko/connecting.ts')).connecting,
  consent: async () => (await import('./ko/consent.ts')).consent,
  data: async () => (await import('./ko/data.ts')).data,
  dataKey: async () => (await import('./ko/data-key.ts')).dataKey,
  events: async () => (await import('./ko/events.ts')).events,
  grants: async () => (await import('./ko/grants.ts')).grants,
  keys: async () => (await import('./ko/keys.ts')).keys,
  linkPage: async () => (await import('./ko/link-page.ts')).linkPage,
  newest: async () => (await import('./ko/newest.ts')).newest,
  programs: async () => (await import('./ko/programs.ts')).programs,
  signIn: async () => (await import('./ko/sign-in.ts')).signIn,
  settings: async () => (await import('./ko/settings.ts')).settings,
  usage: async () => (await import('./ko/usage.ts')).usage,
  wishList: async () => (await import('./ko/wish-list.ts')).wishList,
  wishes: async () => (await import('./ko/wishes.ts')).wishes,
  webhook: async () => (await import('./ko/webhook.ts')).webhook,
}
