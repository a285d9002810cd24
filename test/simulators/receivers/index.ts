import { type Context, Hono } from 'hono'
import { channelOf } from '../../../src/base/channels.ts'
import { at, list, text } from '../../../src/base/json.ts'
import { type Simulator, simulate } from '../simulator.ts'

/** The addresses that people paste. The simulator knows no others, unless a test adds them to its `addresses`. */
export const ADDRESSES = {
  slack: 'https://hooks.slack.com/services/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ess',
  discord: 'https://discord.com/api/webhooks/1100000000000000001/discord-secret-of-the-address',
  google_chat:
    'https://chat.googleapis.com/v1/spaces/AAAASIMULATED/messages?key=google-key-of-all&token=google-secret-token',
  teams: 'https://haneul.webhook.office.com/webhookb2/0000-team@0000-tenant/IncomingWebhook/teams0secret/0000-owner',
  workflows:
    'https://default0000.0a.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/0f0f/triggers/manual/paths/invoke?api-version=1&sig=workflow-secret-signature',
  telegram: 'https://api.telegram.org/bot110201543:telegram-secret-token/sendMessage?chat_id=-1002003004005',
} as const
export type Receiver = keyof typeof ADDRESSES

/** A message as a person sees it in the chat. */
export interface Message {
  receiver: Receiver
  text: string
  /** Where a tap leads. */
  links: string[]
  /** Who is notified beside those who read everything. */
  mentions: string[]
}

/** What a receiver answers instead of posting: section 3 of the facts. */
export type Mood = 'well' | 'gone' | 'archived' | 'wait' | 'refused' | 'quiet'

/** How a receiver reads a body. Undefined for one that it does not take. */
type Read = (body: unknown) => Omit<Message, 'receiver'> | undefined
type Answers = Readonly<Record<Mood, (c: Context, message: Omit<Message, 'receiver'>) => Response>>

const LINK = /https?:\/\/[^\s<>|)]+/g

/** Slack: `<...>` is a link or a mention, and entities are text (receivers facts, section 2). */
const readSlack: Read = (body) => {
  const source = text(at(body, 'text'))
  if (source === null) return undefined
  const marks = [...source.matchAll(/<([^<>]+)>/g)].map(([, mark = '']) => mark)
  const outside = source.replaceAll(/<([^<>]+)>/g, (_, mark: string) => mark.split('|')[1] ?? '')
  return {
    text: outside.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    links: [
      ...marks.filter((mark) => /^https?:/.test(mark)).map((mark) => mark.split('|')[0] ?? ''),
      ...(outside.match(LINK) ?? []),
    ],
    mentions: marks.filter((mark) => /^[!@#]/.test(mark)),
  }
}

const readDiscord: Read = (body) => {
  const source = text(at(body, 'content'))
  if (source === null || source.length > 2000) return undefined
  const marked = source.replaceAll(/\\[^0-9A-Za-z\s]/g, '')
  const mayNotify =
    !Array.isArray(at(body, 'allowed_mentions', 'parse')) || list(at(body, 'allowed_mentions', 'parse')).length > 0
  return {
    text: source.replaceAll(/\\([^0-9A-Za-z\s])/g, '$1'),
    links: [
      ...[...marked.matchAll(/\[[^\]]*\]\(([^)]+)\)/g)].map(([, url = '']) => url),
      ...(marked.match(LINK) ?? []),
    ],
    mentions: mayNotify ? (marked.match(/@everyone|@here|<@[&!]?\d+>/g) ?? []) : [],
  }
}

const readGoogleChat: Read = (body) => {
  const source = text(at(body, 'text'))
  if (source === null || source.length > 4096) return undefined
  const marks = [...source.matchAll(/<([^<>]+)>/g)].map(([, mark = '']) => mark)
  const outside = source.replaceAll(/<([^<>]+)>/g, (_, mark: string) => mark.split('|')[1] ?? '')
  return {
    text: outside,
    links: [
      ...marks.filter((mark) => /^https?:/.test(mark)).map((mark) => mark.split('|')[0] ?? ''),
      ...(outside.match(LINK) ?? []),
    ],
    mentions: marks.filter((mark) => mark.startsWith('users/')),
  }
}

/** An Adaptive Card: a TextBlock reads Markdown, a TextRun does not. */
const readTeams: Read = (body) => {
  const attachments = list(at(body, 'attachments'))
  const card = at(attachments[0], 'content')
  const isCard =
    at(attachments[0], 'contentType') === 'application/vnd.microsoft.card.adaptive' &&
    at(card, 'type') === 'AdaptiveCard'
  if (at(body, 'type') !== 'message' || !isCard) return undefined
  const blocks = list(at(card, 'body'))
  const markdown = blocks.flatMap((block) => text(at(block, 'text')) ?? [])
  const runs = blocks.flatMap((block) => list(at(block, 'inlines')).flatMap((run) => text(at(run, 'text')) ?? []))
  return {
    text: [...markdown, ...runs].join('\n'),
    links: [
      ...list(at(card, 'actions')).flatMap((action) => text(at(action, 'url')) ?? []),
      ...markdown.flatMap((block) => [...block.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => url)),
    ],
    mentions: list(at(card, 'msteams', 'entities')).map((entity) => String(at(entity, 'text'))),
  }
}

/** Without `parse_mode` only what looks like a URL or a name becomes a link. */
const readTelegram: Read = (body) => {
  const source = text(at(body, 'text'))
  if (source === null || source.length > 4096 || !text(at(body, 'chat_id'))) return undefined
  return { text: source, links: source.match(LINK) ?? [], mentions: source.match(/(?<![\w])@\w{4,}/g) ?? [] }
}

const googleError = (c: Context, code: 403 | 404 | 429, message: string, status: 200 | 403 | 404 | 429 = code) =>
  c.json({ error: { code, message, status: code === 429 ? 'RESOURCE_EXHAUSTED' : 'PERMISSION_DENIED' } }, status)
const teamsError = (c: Context, code: number) =>
  c.text(
    `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${code} with ContextId tcid=0,server=msgapi,cv=1.0..`,
  )
const telegramError = (c: Context, code: 400 | 401 | 403 | 404 | 429, description: string, parameters?: object) =>
  c.json({ ok: false, error_code: code, description, ...(parameters && { parameters }) }, code)

const SLACK: Answers = {
  well: (c) => c.text('ok'),
  gone: (c) => c.text('no_service', 404),
  archived: (c) => c.text('channel_is_archived', 410),
  wait: (c) => c.text('rate_limited', 429, { 'Retry-After': '30' }),
  refused: (c) => c.text('invalid_payload', 400),
  quiet: (c) => c.json({ ok: false, error: 'internal_error' }),
}
const DISCORD: Answers = {
  well: (c, { text: content }) => (c.req.query('wait') === 'true' ? c.json({ id: '1', content }) : c.body(null, 204)),
  gone: (c) => c.json({ message: 'Unknown Webhook', code: 10015 }, 404),
  archived: (c) => c.json({ message: 'Invalid Webhook Token', code: 50027 }, 401),
  wait: (c) => c.json({ message: 'You are being rate limited.', retry_after: 29.2, global: false }, 429),
  refused: (c) => c.json({ message: 'Cannot send an empty message', code: 50006 }, 400),
  quiet: (c) => c.json({ message: 'Internal Server Error', code: 0 }, 500),
}
const GOOGLE_CHAT: Answers = {
  well: (c, { text: said }) => c.json({ name: 'spaces/AAAASIMULATED/messages/1.1', text: said }),
  gone: (c) => googleError(c, 404, 'Space not found'),
  archived: (c) => googleError(c, 403, 'The API is called without a valid token.'),
  wait: (c) => googleError(c, 429, 'Resource has been exhausted (e.g. check quota).'),
  refused: (c) => c.json({ error: { code: 400, message: 'Message cannot be empty', status: 'INVALID_ARGUMENT' } }, 400),
  quiet: (c) => googleError(c, 429, 'Resource has been exhausted (e.g. check quota).', 200),
}
const TEAMS: Answers = {
  well: (c) => c.text('1'),
  gone: (c) => teamsError(c, 404),
  archived: (c) => c.text('The connector is gone', 410),
  wait: (c) => c.text('Too Many Requests', 429),
  refused: (c) => c.text('Bad payload received by generic incoming webhook.', 400),
  quiet: (c) => teamsError(c, 429),
}
const WORKFLOWS: Answers = {
  ...TEAMS,
  well: (c) => c.body(null, 202),
  gone: (c) => c.json({ error: { code: 'WorkflowNotFound', message: 'The workflow could not be found.' } }, 404),
}
const TELEGRAM: Answers = {
  well: (c, { text: said }) =>
    c.json({ ok: true, result: { message_id: 1, chat: { id: -1002003004005, title: 'Shop' }, text: said } }),
  gone: (c) => telegramError(c, 401, 'Unauthorized'),
  archived: (c) => telegramError(c, 403, 'Forbidden: bot was blocked by the user'),
  wait: (c) => telegramError(c, 429, 'Too Many Requests: retry after 30', { retry_after: 30 }),
  refused: (c) => telegramError(c, 400, 'Bad Request: message text is empty'),
  quiet: (c) => c.json({ ok: false, error_code: 500, description: 'Internal Server Error' }),
}

const RECEIVERS: Readonly<Record<Receiver, { read: Read; answers: Answers }>> = {
  slack: { read: readSlack, answers: SLACK },
  discord: { read: readDiscord, answers: DISCORD },
  google_chat: { read: readGoogleChat, answers: GOOGLE_CHAT },
  teams: { read: readTeams, answers: TEAMS },
  workflows: { read: readTeams, answers: WORKFLOWS },
  telegram: { read: readTelegram, answers: TELEGRAM },
}

/** A part of an address, and what the service answers where it gave out no address with this part and those before it. */
type Part = readonly [read: (url: URL, body: unknown) => string, refuse: (c: Context) => Response]

const segmentsOf = ({ pathname }: URL) => pathname.split('/').slice(1)
/** Some segments of the path. */
const segments =
  (from: number, to?: number): Part[0] =>
  (url) =>
    segmentsOf(url).slice(from, to).join('/')
const parameter =
  (name: string): Part[0] =>
  ({ searchParams }) =>
    searchParams.get(name) ?? ''
/** The segment of Telegram's path that follows "bot": the id of the bot, and its secret. */
const botPart =
  (index: number): Part[0] =>
  (url) =>
    (segmentsOf(url)[0] ?? '').replace(/^bot/, '').split(':')[index] ?? ''

const NOTHING = { text: '', links: [], mentions: [] }
const googleKeyError = (c: Context) =>
  c.json(
    {
      error: {
        ...{ code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' },
        details: [
          {
            ...{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
            ...{ domain: 'googleapis.com', metadata: { service: 'chat.googleapis.com' } },
          },
        ],
      },
    },
    400,
  )

/** What makes an address one that the service gave out, in the order in which the service looks (facts, section 3). */
const PARTS: Readonly<Record<Receiver, readonly Part[]>> = {
  slack: [
    [segments(0, 1), (c) => SLACK.gone(c, NOTHING)],
    [segments(1, 2), (c) => c.text('no_team', 404)],
    [segments(2, 3), (c) => SLACK.gone(c, NOTHING)],
    [segments(3), (c) => c.text('invalid_token', 403)],
  ],
  discord: [
    // The version of the API does not matter.
    [
      (url) =>
        segmentsOf(url)
          .slice(0, -2)
          .join('/')
          .replace(/v\d+\//, ''),
      (c) => DISCORD.gone(c, NOTHING),
    ],
    [segments(-2, -1), (c) => DISCORD.gone(c, NOTHING)],
    [segments(-1), (c) => DISCORD.archived(c, NOTHING)],
  ],
  google_chat: [
    [parameter('key'), googleKeyError],
    [({ pathname }) => pathname, (c) => GOOGLE_CHAT.gone(c, NOTHING)],
    [parameter('token'), (c) => GOOGLE_CHAT.archived(c, NOTHING)],
  ],
  teams: [[({ hostname, pathname }) => hostname + pathname, (c) => TEAMS.gone(c, NOTHING)]],
  workflows: [[({ hostname, pathname, search }) => hostname + pathname + search, (c) => WORKFLOWS.gone(c, NOTHING)]],
  telegram: [
    [botPart(0), (c) => telegramError(c, 404, 'Not Found')],
    [botPart(1), (c) => TELEGRAM.gone(c, NOTHING)],
    // Methods are case-insensitive.
    [(url) => (segmentsOf(url)[1] ?? '').toLowerCase(), (c) => telegramError(c, 404, 'Not Found')],
    [
      (url, body) => String(at(body, 'chat_id') ?? url.searchParams.get('chat_id')),
      (c) => telegramError(c, 400, 'Bad Request: chat not found'),
    ],
  ],
}

/** The refusal of an address that the service never gave out. */
function refuseAddress(c: Context, receiver: Receiver, given: readonly string[], body: unknown): Response | undefined {
  const url = new URL(c.req.url)
  let known = given.map((address) => new URL(address)).filter(({ hostname }) => receiverOf(hostname) === receiver)
  for (const [read, refuse] of PARTS[receiver]) {
    known = known.filter((address) => read(address, undefined) === read(url, body))
    if (known.length === 0) return refuse(c)
  }
  return undefined
}

function receiverOf(host: string): Receiver | undefined {
  const name = channelOf(`https://${host}/api/webhooks/`)
  if (name === 'webhook' || name === 'email') return undefined
  return name === 'teams' && !host.endsWith('.webhook.office.com') ? 'workflows' : name
}

interface Receivers {
  /** The addresses that the services gave out: `ADDRESSES`, and those that a test adds. */
  addresses: string[]
  /** All that was posted, oldest first. */
  messages: Message[]
  /** What a service answers instead of posting, whatever the address. */
  switches: { mood: Partial<Record<Receiver, Mood>> }
}

/** The chats that get messages for people. Each refuses an address that it never gave out, in its own words. */
export function createReceivers(): Simulator & Receivers {
  const own: Receivers = { addresses: Object.values(ADDRESSES), messages: [], switches: { mood: {} } }
  const app = new Hono()
  app.post('*', async (c, next) => {
    const receiver = receiverOf(new URL(c.req.url).hostname)
    if (!receiver) return next()
    const { read, answers } = RECEIVERS[receiver]
    const body: unknown = await c.req.json().catch(() => undefined)
    const refusal = refuseAddress(c, receiver, own.addresses, body)
    if (refusal) return refusal
    const message = read(body)
    const mood = own.switches.mood[receiver] ?? 'well'
    if (!message) return answers.refused(c, NOTHING)
    if (mood === 'well') own.messages.push({ receiver, ...message })
    return answers[mood](c, message)
  })
  return simulate({
    name: 'receivers',
    hosts: (host) => receiverOf(host) !== undefined,
    app,
    errorResponse: (status) => Response.json({ error: `status ${status}` }, { status }),
    own,
  })
}
