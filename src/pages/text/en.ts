import { accounts, common, errors, links, overview, products, session, views, words } from './en/first.ts'

/** The texts that come with every page. */
export const first = {
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

/** The texts that parts of a page load when they open. */
export const later = {
  activity: async () => (await import('./en/activity.ts')).activity,
  channels: async () => (await import('./en/channels.ts')).channels,
  confirm: async () => (await import('./en/confirm.ts')).confirm,
  connecting: async () => (await import('./en/connecting.ts')).connecting,
  consent: async () => (await import('./en/consent.ts')).consent,
  data: async () => (await import('./en/data.ts')).data,
  dataKey: async () => (await import('./en/data-key.ts')).dataKey,
  events: async () => (await import('./en/events.ts')).events,
  grants: async () => (await import('./en/grants.ts')).grants,
  keys: async () => (await import('./en/keys.ts')).keys,
  linkPage: async () => (await import('./en/link-page.ts')).linkPage,
  newest: async () => (await import('./en/newest.ts')).newest,
  programs: async () => (await import('./en/programs.ts')).programs,
  signIn: async () => (await import('./en/sign-in.ts')).signIn,
  settings: async () => (await import('./en/settings.ts')).settings,
  usage: async () => (await import('./en/usage.ts')).usage,
  wishList: async () => (await import('./en/wish-list.ts')).wishList,
  wishes: async () => (await import('./en/wishes.ts')).wishes,
  webhook: async () => (await import('./en/webhook.ts')).webhook,
}
