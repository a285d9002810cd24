/** The target of notifications: a program's webhook, or a channel that people read. The address tells which. */
export const CHANNELS = ['webhook', 'slack', 'discord', 'google_chat', 'teams', 'telegram', 'email'] as const
export type Channel = (typeof CHANNELS)[number]

/** The languages of messages to people. */
export const LANGUAGES = ['en', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]

/** The event types of a channel for people, unless the request names others. */
export const PEOPLES_TYPES = [
  'account.rejected',
  'account.expiring',
  'account.unreachable',
  'account.recovered',
  'account.connected',
] as const

/** The same for a channel of the owner of the deployment. */
export const OWNERS_TYPES = [...PEOPLES_TYPES, 'owner.changed'] as const

/** The addresses of each service (receivers facts, section 1). */
const ADDRESSES: readonly (readonly [channel: Channel, host: RegExp, path?: RegExp])[] = [
  ['slack', /^hooks\.slack(?:-gov)?\.com$/],
  ['discord', /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/, /^\/api\/(?:v\d+\/)?webhooks\//],
  ['google_chat', /^chat\.googleapis\.com$/],
  ['teams', /\.(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/],
  ['telegram', /^api\.telegram\.org$/],
]

/** @param url a normalized URL, or `mailto:` and an e-mail address */
export function channelOf(url: string): Channel {
  const { protocol, hostname, pathname } = new URL(url)
  if (protocol === 'mailto:') return 'email'
  // A name with a trailing dot is the same host.
  const host = hostname.replace(/\.$/, '')
  return ADDRESSES.find(([, hosts, paths]) => hosts.test(host) && (paths?.test(pathname) ?? true))?.[0] ?? 'webhook'
}

const HIDDEN = '…'

/** The address without what makes it a secret: `https://hooks.slack.com/…`, `m…@example.com`. A webhook's is whole. */
export function maskAddress(url: string): string {
  const channel = channelOf(url)
  if (channel === 'webhook') return url
  if (channel === 'email') return url.replace(/^mailto:(.).*@/, `$1${HIDDEN}@`)
  return `${new URL(url).origin}/${HIDDEN}`
}

/** Whether it is what `maskAddress` returns. */
export const isMasked = (address: string): boolean => /^(?:https:\/\/[^/]+\/|(?:mailto:)?.)…(?:@[^@]+)?$/i.test(address)

/** The host of an address, masked or not. */
export const hostOf = (address: string): string => URL.parse(address)?.host || (address.split('@')[1] ?? '')

/** As RFC 5321 without quotes: nothing that a header or a list of addresses could be made of. */
const EMAIL =
  /^(?:mailto:)?([a-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})$/i

/** The e-mail address in `mailto:me@example.com` or `me@example.com`, as `mailto:`. */
export function parseEmail(text: string): string | undefined {
  const address = EMAIL.exec(text)?.[1]
  return address && `mailto:${address}`
}
