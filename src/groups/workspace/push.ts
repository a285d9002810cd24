import { type Context, Hono } from 'hono'
import { asUuid } from '../../base/accounts.ts'
import { badInput, notFound, unauthorized } from '../../base/errors.ts'
import { type AccountOf, isFirst, namedAccount } from '../../base/groups.ts'
import { isObject, member, textMember, tryParseJson } from '../../base/json.ts'
import { ACCESS, callObject, EVENTS } from '../../base/objects.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Settings } from '../../base/settings.ts'
import { isCallbackToken } from '../../gateway/auth/signature.ts'
import { hookPath, readWebhook, storeWebhookToken, WEBHOOK_PURPOSE, type Webhook } from '../../gateway/events.ts'
import { fail, respond } from '../../gateway/http/respond.ts'
import { readBytes } from '../../gateway/http/validate.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { hasEncryptionKey } from '../../upstream/store.ts'

export const PAGE = 'page:'
export const COMMENT = 'comment:'

/** The reads that follow a push of the product: `page:<id>`, or `comment:<id of its page>`. */
export function parsePushed(body: unknown): string[] {
  const entity = member(body, 'entity')
  const data = member(body, 'data')
  const type = textMember(entity, 'type')
  if (type === 'comment') {
    const page = asUuid(member(data, 'page_id')) ?? asUuid(member(member(data, 'parent'), 'id'))
    return page === undefined ? [] : [`${COMMENT}${page}`]
  }
  const id = asUuid(member(entity, 'id'))
  return type === 'page' && id !== undefined ? [`${PAGE}${id}`] : []
}

/**
 * The largest body that is read, in bytes. An aggregated event names every block that changed, in about 61 bytes each.
 * The product repeats a refused one in vain.
 */
const MAX_BODY = 4 * 1024 * 1024
const LONGEST_TOKEN = 500
/** How long an isolate caches the verification tokens, in milliseconds. */
const CACHE_MS = 60_000

type WorkspaceAccount = AccountOf<'workspace'>
type KnownWebhook = { webhook?: Webhook | undefined; until: number }

const cachedWebhooks = perIsolateCache(() => new Map<WorkspaceAccount, KnownWebhook>())

/** What the isolate knows about the webhook of one account: the token of another one signs nothing of it. */
function cachedWebhook(settings: Settings, account: WorkspaceAccount): KnownWebhook {
  const known = cachedWebhooks(settings)
  const own = known.get(account) ?? { until: 0 }
  known.set(account, own)
  return own
}

/**
 * Receives the product's webhook calls. It responds with success once the content is stored. Returns 404 for another
 * URL and 401 for a wrong signature.
 */
export const workspaceHook = new Hono<AppEnv>()
  .all(`${hookPath('workspace')}/:token`, (c) => answer(c, 'workspace', c.req.param('token')))
  .all(`${hookPath('workspace')}/:name/:token`, (c) =>
    answer(c, namedAccount('workspace', c.req.param('name')), c.req.param('token')),
  )

async function answer(c: Context<AppEnv>, account: WorkspaceAccount, token: string): Promise<Response> {
  try {
    await take(c, account, token)
    return respond(c, 200, '{}')
  } catch (error) {
    return fail(c, error)
  }
}

async function take(c: Context<AppEnv>, account: WorkspaceAccount, token: string): Promise<void> {
  const { settings } = c.get('state')
  if (c.req.method !== 'POST' || !hasEncryptionKey(settings)) throw notFound()
  if (!(await isCallbackToken(settings, WEBHOOK_PURPOSE, account, token))) throw notFound()
  const bytes = await readBytes(c, MAX_BODY)
  const body = tryParseJson(new TextDecoder().decode(bytes))
  if (!isObject(body)) throw badInput('body: must be a JSON object')
  const handshake = body.type === undefined ? textMember(body, 'verification_token') : undefined
  if (handshake !== undefined) return answerHandshake(settings, account, handshake)
  await checkSignature(c, account, bytes)
  const pushed = parsePushed(body)
  if (pushed.length === 0) return
  const isKnown = await callObject(settings, EVENTS, (events) => events.push(account, `${account}.pages`, pushed))
  if (isKnown) return
  // Erased since this isolate read the token.
  cachedWebhook(settings, account).until = 0
  throw unsigned()
}

/** Whether the account exists. Nothing is stored of one that was erased, though its URL stays valid. */
async function isListed(settings: Settings, account: WorkspaceAccount): Promise<boolean> {
  if (isFirst(account)) return true
  const { accounts = [] } = await callObject(settings, ACCESS, (access) => access.ownerSettings())
  return accounts.includes(account)
}

/** The product sends the token once, unsigned. Knowing the URL is the only proof. */
async function answerHandshake(settings: Settings, account: WorkspaceAccount, token: string): Promise<void> {
  if (token.length > LONGEST_TOKEN) throw badInput(`verification_token: must have at most ${LONGEST_TOKEN} characters`)
  if (!(await isListed(settings, account))) throw notFound()
  await storeWebhookToken(settings, account, token)
  cachedWebhook(settings, account).until = 0
}

/**
 * Throws 401. Before that, it reads the stored tokens again, because the owner may have recreated the subscription. The first
 * call that a token signs is recorded: from then on only the owner replaces it.
 */
async function checkSignature(c: Context<AppEnv>, account: WorkspaceAccount, body: ArrayBuffer): Promise<void> {
  const { settings, platform } = c.get('state')
  const signature = parseSignature(c.req.header('X-Notion-Signature') ?? '')
  const memory = cachedWebhook(settings, account)
  /** The place of the token that signed the body. */
  const findToken = async () => {
    const tokens = memory.webhook?.tokens ?? []
    const fits = await Promise.all(tokens.map(async (token) => signature && isSigned(token, signature, body)))
    return fits.indexOf(true)
  }
  let place = platform.now() < memory.until ? await findToken() : -1
  if (place < 0) {
    memory.webhook = await readWebhook(settings, account)
    memory.until = platform.now() + CACHE_MS
    place = await findToken()
  }
  const iv = memory.webhook?.ivs[place]
  if (iv === undefined) throw unsigned()
  if (iv === memory.webhook?.signed) return
  await callObject(settings, EVENTS, (events) => events.webhookTokens.noteSigned(account, iv))
  memory.until = 0
}

const unsigned = () => unauthorized('X-Notion-Signature does not fit the body')

/** Verifies the signature. The runtime compares in constant time. */
async function isSigned(token: string, signature: Uint8Array<ArrayBuffer>, body: ArrayBuffer): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(token), algorithm, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, signature, body)
}

/** Undefined for a malformed signature. */
function parseSignature(header: string): Uint8Array<ArrayBuffer> | undefined {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(header.trim()) ?? []
  return hex === undefined ? undefined : Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
