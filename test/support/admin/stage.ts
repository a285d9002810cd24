import { formatRefusedAddress } from '../../../src/base/url.ts'
import { type Account, FIELDS, productOf } from '../../../src/pages/api/accounts.ts'
import type {
  Asking,
  AuditEntry,
  Confirmation,
  CreatedCredential,
  FailedRequest,
  Grant,
  KeyRecord,
  Newest,
  Overview,
  Report,
  Settings,
  Source,
  Subscription,
  UsageRow,
  Webhook,
} from '../../../src/pages/api/types.ts'
import { audit, failures } from './activity.ts'
import { sources, subscriptions } from './events.ts'

export const ADMIN_KEY = 'an-admin-key-of-the-tests'

const HOUR = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** The content and behaviour of the fake. A test replaces parts of it. */
export interface Stage {
  confirmation: Confirmation
  /** What each key created at products. */
  created: CreatedCredential[]
  adminKey: string | null
  /** Sessions that were opened before it was raised have ended. */
  generation: number
  /** Whether wrong tries from here have become too many. */
  limited: boolean
  /** What products say of new credentials; `same` for one of an account that is connected under another id. */
  verdict: 'accept' | 'refuse' | 'unreachable' | 'same'
  /** Routes that return 500, by the end of their path. */
  broken: string | null
  delayMs: number
  reports: Report[]
  /** In addition to those about settings. */
  warnings: Overview['warnings']
  webhook: Webhook
  /** The tables of Notion that a key sees. */
  tables: { id: string; title: string }[]
  ownerSettings: Settings
  newest: Newest['newest']
  /** The licence of the deployment. */
  licence: string
  keys: KeyRecord[]
  usage: UsageRow[]
  audit: AuditEntry[]
  failures: FailedRequest[]
  grants: Grant[]
  subscriptions: Subscription[]
  sources: Source[]
  /** Whether the gateway sends e-mail. */
  hasEmail: boolean
  /** The requesting client. A string for a refused request. */
  asking: Asking | string
  /** Why no client can be connected. */
  unavailable: string | null
  /** Tokens of links by what they open; an ended one opens nothing. */
  links: Record<string, { account: Account; used: boolean; ended: boolean; owner_name?: string; note?: string }>
}

export const disconnected = (account: Account, group: string): Report => ({
  account,
  group,
  state: 'not_connected',
  source: null,
  identity: null,
  previous_identity: null,
  fields: [...FIELDS[productOf(account)]],
  message: null,
  hint: null,
  connected_at: null,
  expires_at: null,
  last_ok_at: null,
  last_error: null,
  can_click: productOf(account) === 'social',
  workspace: null,
  workspaces: [],
})

export const connected = (account: Account, group: string): Report => ({
  ...disconnected(account, group),
  state: 'ok',
  source: 'kept',
  connected_at: at(-24 * 20),
  last_ok_at: at(-0.2),
})

/** Each state once. */
const reports = (): Report[] => [
  { ...connected('recorder', 'recorder'), expires_at: at(24 * 26), identity: '김민지 (minji@haneul.example)' },
  { ...connected('notes', 'notes'), source: 'secret', connected_at: null },
  {
    ...connected('shop-seller', 'shop'),
    state: 'misconfigured',
    message: formatRefusedAddress({ address: '203.0.113.7', isRelayed: false }),
    hint: 'correct what the message names',
  },
  {
    ...connected('shop-consumer', 'shop'),
    state: 'rejected',
    message: 'the shop no longer accepts this session',
    hint: 'reconnect it',
    last_ok_at: at(-50),
    last_error: {
      ...{ at: at(-2), since: at(-3), status: 401, message: 'reconnect the shop account', request_id: 'req-7f3a' },
      ...{ code: 'account_rejected', service_status: 401 },
    },
  },
  disconnected('payment', 'payment'),
  {
    ...connected('video', 'video'),
    state: 'unreachable',
    message: 'the video service answered 500',
    last_error: {
      ...{ at: at(-1), since: at(-2), status: 502, message: 'the video service answered 500', request_id: 'req-7f3b' },
      ...{ code: 'product_failed', service_status: 500 },
    },
  },
  {
    ...connected('social', 'social'),
    identity: '@haneul.books',
    state: 'expires_soon',
    expires_at: at(24 * 5),
    can_click: true,
  },
  { ...connected('workspace', 'workspace'), identity: 'Haneul, Latchkey' },
]

/** Where Notion pushes its changes, before its handshake. */
const webhook = (): Webhook => ({
  ...{ url: `https://latchkey.example.workers.dev/hooks/workspace/${'Ab3-_'.repeat(8)}Xyz`, state: 'waiting' },
  ...{ verification_token: null, received_at: null, pushed_at: null },
  ...{ waiting_token: null, waiting_since: null },
})

export const key = (id: string, name: string, more: Partial<KeyRecord> = {}): KeyRecord => ({
  id,
  prefix: `lk_${id}aWy`.slice(0, 8),
  lineage: id,
  name,
  licence: 'pro',
  groups: null,
  accounts: null,
  read_only: false,
  created_at: at(-24 * 9),
  expires_at: null,
  disabled: false,
  confirm: false,
  limits: null,
  last_used_at: at(-1),
  requests_30d: 12_345,
  ...more,
})

const usage = (): UsageRow[] =>
  Array.from({ length: 30 }, (_, place) => place).flatMap((place): UsageRow[] => {
    const day = at(9 - 24 * place).slice(0, 10)
    const row = {
      at: day,
      key: 'make.com',
      key_id: 'k1',
      group: 'recorder',
      operation: null,
      mean_ms: 420,
      max_ms: 3_100,
    } as const
    return [
      { ...row, ok: 300 - place * 7, refused: 12, failed: place % 5 },
      ...(place % 3
        ? []
        : [
            { ...row, key: 'deployment', key_id: 'deployment', group: 'shop' as const, ok: 80, refused: 30, failed: 9 },
          ]),
    ]
  })

const ownerSettings = (): Settings => ({
  allowed_origins: ['https://shop.example.com'],
  service_name: 'Latchkey',
  time_zone: 'Asia/Seoul',
  source: { allowed_origins: 'app', service_name: 'default', time_zone: 'default' },
  refused_origins: [
    { origin: 'https://xn--o39akk.example', count: 12, first_at: at(-2), last_at: at(-0.2) },
    { origin: 'http://192.168.0.20:8080', count: 1, first_at: at(-30), last_at: at(-30) },
  ],
  refused_others: 3,
})

const grant = (id: string, name: string, more: Partial<Grant> = {}): Grant => ({
  ...{
    id,
    name,
    label: null,
    domain: null,
    redirect_host: 'client.example',
    groups: null,
    accounts: null,
    read_only: false,
    payments: true,
    confirm: false,
  },
  ...{ created_at: at(-24 * 3), expires_at: at(24 * 27), last_used_at: at(-1) },
  ...{ ended_at: null, ended_reason: null, limits: null, requests_30d: 321, ...more },
})

const confirmation = (): Confirmation => ({
  ...{
    operation: 'payment_request_bill',
    caller: 'Claude (Kim, marketing)',
    state: 'waiting',
    service_name: 'Latchkey',
  },
  fields: [
    { name: 'product_nm', value: '11월 수강료' },
    { name: 'message', value: '안녕하세요. 11월 수강료입니다. '.repeat(6).trim() },
    { name: 'member_nm', value: '홍길동' },
    { name: 'phone', value: '010-1234-5678' },
    { name: 'price', value: '33000' },
    { name: 'expire_dt', value: '2026-12-31' },
  ],
  expires_at: at(0.1),
})

export const freshStage = (): Stage => ({
  confirmation: confirmation(),
  created: [],
  adminKey: ADMIN_KEY,
  generation: 0,
  limited: false,
  verdict: 'accept',
  broken: null,
  delayMs: 0,
  reports: reports(),
  warnings: [],
  webhook: webhook(),
  tables: [{ id: 'd1', title: 'Meetings' }],
  ownerSettings: ownerSettings(),
  newest: { title: '주간 회의', at: at(-3) },
  licence: 'pro',
  keys: [
    key('k1', 'make.com'),
    key('k2', 'bookkeeping', {
      licence: 'basic',
      groups: ['shop', 'video'],
      read_only: true,
      expires_at: at(24 * 40),
    }),
    key('k3', 'an old one', {
      disabled: true,
      last_used_at: null,
      requests_30d: null,
      created_at: at(-24 * 90),
    }),
  ],
  usage: usage(),
  audit: audit(),
  failures: failures(),
  subscriptions: subscriptions(),
  sources: sources(),
  hasEmail: true,
  grants: [
    grant('g1', 'Claude', { domain: 'claude.ai' }),
    grant('g2', 'Shop helper', { expires_at: null, groups: ['shop'] }),
    grant('g3', 'ChatGPT', { label: 'Kim', expires_at: null, ended_at: at(-2), ended_reason: 'token reuse' }),
  ],
  asking: {
    client: {
      name: 'Claude',
      domain: 'claude.ai',
      redirect_host: 'claude.ai',
      redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
      is_local: false,
      requested: null,
    },
    service_name: 'Latchkey',
    error: null,
    leave_to: '/docs?refused',
  },
  unavailable: null,
  links: {},
})
