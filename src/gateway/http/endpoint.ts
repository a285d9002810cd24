import { channelOf, isMasked, parseEmail } from '../../base/channels.ts'
import { badInput, GatewayError } from '../../base/errors.ts'
import { EVENT_TYPES, type EventPattern, isFiltered, OWNERS_GROUP, requiredTypes, typesOf } from '../../base/events.ts'
import type { Settings } from '../../base/settings.ts'
import { endpointAddress } from '../../base/url.ts'
import type { Caller } from '../auth/caller.ts'
import type { EventFilter } from '../events.types.ts'

/** The normalized URL of a webhook endpoint. Throws 400 for a forbidden one. @param askedAt the URL of the request */
export function endpoint(text: string, askedAt: string): string {
  const checked = endpointAddress(text, askedAt)
  if ('error' in checked) throw badInput(`url: ${checked.error}`, ['url'])
  return checked.href
}

/**
 * Where a subscription delivers: an endpoint, the address of a chat, or `mailto:` and an e-mail address. Throws 400 for
 * a forbidden one, and for e-mail on a deployment that sends none.
 */
export function receiver(text: string, askedAt: string, settings: Pick<Settings, 'email'>): string {
  if (isMasked(text)) throw badInput('url: is only the visible part of an address: send the whole address', ['url'])
  const email = parseEmail(text)
  if (email === undefined && /^mailto:/i.test(text))
    throw badInput('url: must hold one e-mail address, such as mailto:me@example.com', ['url'])
  if (email !== undefined) {
    if (settings.email) return email
    throw badInput(
      'url: this gateway cannot send e-mail: its owner has to bind EMAIL and set NOTIFY_FROM (docs/settings.md)',
      ['url'],
    )
  }
  const url = endpoint(text, askedAt)
  if (channelOf(url) === 'telegram') checkTelegram(new URL(url))
  return url
}

/** A bot has no address of its own: the request names the chat. */
function checkTelegram({ pathname, searchParams }: URL): void {
  const form = 'https://api.telegram.org/bot<token>/sendMessage?chat_id=<id of the chat>'
  if (!/^\/bot[^/]+\/sendMessage$/i.test(pathname)) throw badInput(`url: for Telegram must be ${form}`, ['url'])
  if (searchParams.get('chat_id')) return
  throw badInput(
    `url: needs the chat: add ?chat_id=<id of the chat>, as in ${form}. Write to the bot, then open https://api.telegram.org/bot<token>/getUpdates: the id is in message.chat.id`,
    ['url'],
  )
}

/**
 * Throws 403 for a type of a group that the key does not open. A type of every group needs a key that opens them all.
 */
export function checkTypes({ groups }: Pick<Caller, 'groups'>, types: readonly EventPattern[]): void {
  for (const type of requiredTypes(types)) {
    const group = EVENT_TYPES[type]
    if (group === OWNERS_GROUP)
      throw new GatewayError(403, `types: ${type} is only for the owner, and for no key`, { reason: 'refused scope' })
    if (!groups || (group !== null && groups.includes(group))) continue
    const lack =
      group === null
        ? `${type} needs a key that is not limited to groups`
        : `${type} needs a key that opens the ${group} group`
    throw new GatewayError(403, `types: ${lack}`, { reason: 'refused scope' })
  }
}

/** Throws 400 for a filter that applies to none of the types, because it would filter nothing. */
export function checkFilter(filter: EventFilter | null | undefined, types: readonly EventPattern[]): void {
  if (filter && !typesOf(types).some(isFiltered))
    throw badInput('filter: is only for types of workspace.row and workspace.page', ['filter'])
}
