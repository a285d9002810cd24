import { type Channel, channelOf, parseEmail } from '../../base/channels.ts'
import { endpointAddress } from '../../base/url.ts'
import { isEndpoint } from './names.ts'

/** An address that somebody pasted for notifications. */
export type Address =
  | { channel: Channel; url: string }
  /** A bot of Telegram, which needs a chat as well. */
  | { token: string }
  /** A link that opens a product for people. Nothing can be sent there. */
  | { opens: Channel }
  /** An address to which no gateway sends, and why, in the words of the gateway. */
  | { refused: string }

const TOKEN = /\d{6,16}:[\w-]{30,}/

/** The hosts of links for people. The addresses of webhooks are recognised before. */
const OPENED: readonly (readonly [Channel, RegExp])[] = [
  ['slack', /(?:^|\.)slack\.com$/],
  ['discord', /(?:^|\.)(?:discord\.com|discord\.gg|discordapp\.com)$/],
  ['google_chat', /^(?:chat|mail)\.google\.com$/],
  ['teams', /(?:^|\.)teams\.(?:microsoft|live|cloud\.microsoft)(?:\.com)?$/],
  ['telegram', /(?:^|\.)(?:t\.me|telegram\.(?:me|org))$/],
]

const MASKED = 'is only the visible part of an address'

/** Such as a line of curl from the page of Slack, which has more than the address. */
const findUrl = (text: string) => /https?:\/\/[^\s'"<>‘’“”]+/i.exec(text)?.[0]

/**
 * Recognises a pasted address, as the gateway does. Undefined for any other text.
 *
 * @param gateway the address of the gateway
 */
export function recognise(pasted: string, gateway: string): Address | undefined {
  // Chats put characters without a width into a text.
  const text = pasted.replaceAll(/\p{Cf}/gu, '').trim()
  const mail = parseEmail(text)
  if (mail) return { channel: 'email', url: mail }
  const found = findUrl(text) ?? (/^[\w-]+(?:\.[\w-]+)+\/\S+$/.test(text) ? `https://${text}` : undefined)
  const url = URL.parse(found ?? '')
  const channel = url && channelOf(url.href)
  const token = !channel || channel === 'telegram' ? TOKEN.exec(text)?.[0] : undefined
  if (token && !url?.searchParams.has('chat_id')) return { token }
  if (!url || !channel) return undefined
  const opened = OPENED.find(([, host]) => host.test(url.hostname))
  if (channel === 'webhook' && opened) return { opens: opened[0] }
  if (url.pathname === encodeURI('/…')) return { refused: MASKED }
  if (!isEndpoint(url.href)) return undefined
  const checked = endpointAddress(url.href, gateway)
  return 'error' in checked ? { refused: checked.error } : { channel, url: checked.href }
}

/** The address of a chat of a bot. */
export const telegramAddress = (token: string, chat: string) =>
  `https://api.telegram.org/bot${token}/sendMessage?chat_id=${encodeURIComponent(chat.trim())}`
