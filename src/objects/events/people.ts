import type { Channel } from '../../base/channels.ts'
import { at, number, text, tryParseJson } from '../../base/json.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { type DeliveryResult, exchange } from './message.ts'
import type { Message, Sentence } from './sentence.ts'

/** The chats (receivers facts, sections 1 to 3). */
type ChatName = Exclude<Channel, 'webhook' | 'email'>

/** What a chat's answer says. */
interface Verdict {
  /** The chat's own words for what went wrong. Undefined for a success. */
  failure: string | undefined
  /** Whether no later message can arrive there. */
  isGone?: boolean
  /** In seconds. */
  retryAfter?: number | undefined
}

interface Chat {
  name: string
  /** Where the message goes, if not to the address as it was pasted. */
  url?: (address: URL) => URL
  body: (message: Message, address: URL) => unknown
  /** @param answer the body, parsed if it is JSON */
  judge: (status: number, answer: unknown, address: URL) => Verdict
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** The sentences of a message with their links, one below the other. */
const inParts = (message: Message, format: (sentence: Sentence) => string): string => message.map(format).join('\n\n')

/** In the words of the chat, or the status alone. */
const failed = (words: unknown): string => text(words) ?? ''

/** Slack's escapes: `<!channel>` and `<url|text>` have no effect then. */
const escapeSlack = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Its words for an address or a channel that is gone. */
const SLACK_GONE =
  /^(?:no_service|no_service_id|no_team|no_active_hooks|team_disabled|invalid_token|channel_not_found|channel_is_archived|action_prohibited|user_not_found)$/

/** The characters that begin formatting, masked links and mentions. */
const escapeDiscord = (line: string) => line.replaceAll(/[\\*_~`|<[\]]/g, '\\$&')
/** No preview of links. */
const SUPPRESS_EMBEDS = 4
const UNKNOWN_WEBHOOK = 10015
const INVALID_WEBHOOK_TOKEN = 50027

/** Google has no escape for `<users/all>`, which mentions everybody. */
const escapeGoogleChat = (line: string) => line.replaceAll('<', '‹').replaceAll('>', '›')

/** What a pasted address may say beside the chat. */
const TELEGRAM_FIELDS = ['chat_id', 'message_thread_id', 'disable_notification', 'protect_content'] as const

const CHATS: Readonly<Record<ChatName, Chat>> = {
  slack: {
    name: 'Slack',
    body: (message) => ({
      text: inParts(message, ({ text, label, link }) => `${escapeSlack(text)}\n<${link}|${escapeSlack(label)}>`),
      ...{ unfurl_links: false, unfurl_media: false },
    }),
    judge(status, answer) {
      const isOk = isSuccess(status) && (answer === 'ok' || answer === '' || at(answer, 'ok') === true)
      const words = failed(at(answer, 'error') ?? answer)
      return { failure: isOk ? undefined : words, isGone: SLACK_GONE.test(words) }
    },
  },
  discord: {
    name: 'Discord',
    url(address) {
      const url = new URL(address)
      // Its forms for other services take other bodies.
      url.pathname = url.pathname.replace(/\/(?:slack|github)$/, '')
      // Otherwise a message that is not saved is no error.
      url.searchParams.set('wait', 'true')
      return url
    },
    body: (message) => ({
      content: inParts(message, ({ text, label, link }) => `${escapeDiscord(text)}\n${escapeDiscord(label)}: ${link}`),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    }),
    judge(status, answer) {
      const code = at(answer, 'code')
      return {
        failure: isSuccess(status) ? undefined : failed(at(answer, 'message')),
        isGone: code === UNKNOWN_WEBHOOK || code === INVALID_WEBHOOK_TOKEN,
        retryAfter: number(at(answer, 'retry_after')) ?? undefined,
      }
    },
  },
  google_chat: {
    name: 'Google Chat',
    body: (message) => ({
      text: inParts(message, ({ text, label, link }) => `${escapeGoogleChat(text)}\n<${link}|${label}>`),
    }),
    judge(status, answer) {
      const isOk = isSuccess(status) && text(at(answer, 'name')) !== null
      const code = number(at(answer, 'error', 'code')) ?? status
      const words = failed(at(answer, 'error', 'message') ?? at(answer, 'error'))
      const isGone = code === 403 || code === 404 || words.startsWith('API key not valid')
      return { failure: isOk ? undefined : words, isGone: !isOk && isGone }
    },
  },
  teams: {
    name: 'Microsoft Teams',
    body: (message) => ({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            // A TextBlock would read Markdown in it. A TextRun does not.
            body: message.map(({ text }) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] })),
            actions: message.map(({ label, link }) => ({ type: 'Action.OpenUrl', title: label, url: link })),
          },
        },
      ],
    }),
    judge(status, answer, { hostname }) {
      const words = typeof answer === 'string' ? answer : JSON.stringify(answer)
      // A connector answers 200 for every message. Only a number says that one was posted.
      const isConnector = hostname.endsWith('.webhook.office.com')
      const isPosted = isConnector ? /^\d*$/.test(words) : !/HTTP error \d{3}|delivery failed/i.test(words)
      const isOk = isSuccess(status) && (status === 202 || isPosted)
      const inner = /HTTP error (\d{3})/.exec(words)?.[1]
      const code = Number(inner ?? status)
      return {
        failure: isOk
          ? undefined
          : inner === undefined
            ? failed(at(answer, 'error', 'message') ?? answer)
            : `HTTP error ${inner}`,
        isGone: !isOk && (code === 404 || code === 410),
      }
    },
  },
  telegram: {
    name: 'Telegram',
    url: ({ origin, pathname }) => new URL(origin + pathname),
    body: (message, { searchParams }) => ({
      ...Object.fromEntries(
        TELEGRAM_FIELDS.flatMap((name) => (searchParams.has(name) ? [[name, searchParams.get(name)]] : [])),
      ),
      // Without parse_mode the text has no markup.
      text: inParts(message, ({ text, label, link }) => `${text}\n${label}: ${link}`),
      link_preview_options: { is_disabled: true },
    }),
    judge(status, answer) {
      const isOk = isSuccess(status) && at(answer, 'ok') === true
      const words = failed(at(answer, 'description'))
      const isGone =
        status === 401 || status === 403 || status === 404 || /chat not found|upgraded to a supergroup/i.test(words)
      return {
        failure: isOk ? undefined : words,
        isGone: !isOk && isGone,
        retryAfter: number(at(answer, 'parameters', 'retry_after')) ?? undefined,
      }
    },
  },
}

/** The longest words of a chat that an error repeats, in characters. */
const MOST_WORDS = 100
/** A shorter part of an address is no secret, and occurs in other texts. */
const LEAST_SECRET = 6

interface Recipient {
  channel: Channel
  address: string
  /** The gateway's name, which an e-mail comes from. */
  service: string
}

/** Sends a message to the address of a chat or to an e-mail address, once. Throws like `post`. */
export function sendMessage(upstream: UpstreamContext, to: Recipient, message: Message): Promise<DeliveryResult> {
  const { channel, address } = to
  if (channel === 'email') return mail(upstream, to, message)
  if (channel === 'webhook') throw new Error('a webhook gets the event itself')
  return chat(upstream, CHATS[channel], new URL(address), message)
}

async function chat(upstream: UpstreamContext, chat: Chat, address: URL, message: Message): Promise<DeliveryResult> {
  const { redactor } = upstream
  for (const part of getSecrets(address)) redactor.add(part)
  const body = JSON.stringify(chat.body(message, address))
  const headers = { 'Content-Type': 'application/json; charset=UTF-8' }
  const url = chat.url?.(address) ?? address
  const exchanged = await exchange(upstream, { url, headers, body })
  const sent = redactor.redact(body)
  const { status } = exchanged
  if (status === null) return { ...exchanged, ok: false, isGone: false, sent }
  // Some chats answer 200 and say in the body that nothing was posted.
  const answer = await exchanged.answer
  const verdict = chat.judge(status, parse(answer), address)
  const failure = toError(chat.name, status, verdict)
  const error = failure && redactor.redact(failure)
  const isGone = error !== null && (status === 410 || (verdict.isGone ?? false))
  const retryAfter = verdict.retryAfter === undefined ? exchanged.retryAfter : Math.ceil(verdict.retryAfter)
  return {
    ...exchanged,
    ok: error === null,
    error,
    isGone,
    retryAfter,
    answer: Promise.resolve(redactor.redact(answer)),
    sent,
  }
}

/** What makes the address a secret, as a whole and in parts, which an answer may repeat. */
const getSecrets = ({ pathname, search, searchParams }: URL): string[] =>
  [
    pathname + search,
    pathname,
    ...pathname.split('/'),
    ...searchParams.values(),
    pathname.replace(/^\/bot|\/sendMessage$/gi, ''),
  ].filter((part) => part.length >= LEAST_SECRET && !COMMON.has(part))

/** The parts of addresses that are the same for everybody. */
const COMMON: ReadonlySet<string> = new Set([
  'services',
  'webhooks',
  'spaces',
  'messages',
  'sendMessage',
  'workflows',
  'triggers',
  'manual',
  'invoke',
  'powerautomate',
  'automations',
  'direct',
  'webhookb2',
  'IncomingWebhook',
])

const parse = (answer: string): unknown => tryParseJson(answer) ?? answer.trim()

function toError(name: string, status: number, { failure, isGone, retryAfter }: Verdict): string | null {
  if (failure === undefined) return null
  const words = failure === '' ? '' : `: ${failure.slice(0, MOST_WORDS)}`
  if (isGone) return `${name} does not deliver to this address any more (${status}${words})`
  if (status === 429 || retryAfter !== undefined) return `${name} asks to wait (${status})`
  return `${name} answered ${status}${words}`
}

/** The codes of Cloudflare's e-mail service after which another attempt makes no sense until somebody acts. */
const EMAIL_GONE: ReadonlySet<string> = new Set(['E_RECIPIENT_NOT_ALLOWED', 'E_RECIPIENT_SUPPRESSED'])

/** The longest subject, in characters. */
const LONGEST_SUBJECT = 150

async function mail(
  upstream: UpstreamContext,
  { address, service }: Recipient,
  message: Message,
): Promise<DeliveryResult> {
  const { settings, platform } = upstream
  const content = toMail(service, message)
  const sent = `Subject: ${content.subject}\n\n${content.text}`
  const started = platform.now()
  const ended = (rest: Pick<DeliveryResult, 'error' | 'isGone'>): DeliveryResult => ({
    ...rest,
    ok: rest.error === null,
    status: null,
    answer: Promise.resolve(''),
    retryAfter: undefined,
    durationMs: Math.max(0, platform.now() - started),
    sent,
  })
  const { email } = settings
  if (!email)
    return {
      ...ended({ error: 'this gateway cannot send e-mail: EMAIL or NOTIFY_FROM is not set', isGone: false }),
      sent: null,
    }
  try {
    await email.binding.send({
      from: { email: email.from, name: service },
      to: address.slice('mailto:'.length),
      ...content,
    })
    return ended({ error: null, isGone: false })
  } catch (error) {
    const code = text(at(error, 'code')) ?? 'unknown error'
    return ended({ error: `Cloudflare did not take the e-mail: ${code}`, isGone: EMAIL_GONE.has(code) })
  }
}

/** The subject is the first sentence, and how many accounts there are beside it. */
function toMail(service: string, message: Message): { subject: string; text: string } {
  const [{ text = '' } = {}] = message
  const [first = text] = text.split(/(?<=\.) /)
  const subject = first.replace(/\.$/, '')
  const short = subject.length > LONGEST_SUBJECT ? `${subject.slice(0, LONGEST_SUBJECT - 1)}…` : subject
  const more = message.length > 1 ? ` (+${message.length - 1})` : ''
  return {
    subject: `${service}: ${short}${more}`,
    text: `${inParts(message, ({ text, label, link }) => `${text}\n\n${label}: ${link}`)}\n`,
  }
}
