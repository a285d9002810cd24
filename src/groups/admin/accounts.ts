import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type AccountConnector,
  type AccountConnectors,
  type AccountInfo,
  checkCanStore,
  checkNewCredential,
  connectAccount,
  derivedContext,
  disconnectAccount,
  forEachAccount,
  getConnector,
  ifAvailable,
  noteTest,
  readCredential,
  recognizeOwnKey,
  refuseOwnKeys,
  statedEnd,
  testConnected,
  verifyCredentials,
  withFurther,
} from '../../accounts/accounts.ts'
import { type Report, readReport } from '../../accounts/events.ts'
import { type Account, type AccountOf, isOf } from '../../base/groups.ts'
import { visibleText } from '../../base/json.ts'
import { callObject, EVENTS } from '../../base/objects.ts'
import { getHand, toLoginAttempt } from '../../gateway/auth/admin.ts'
import { readWebhook, webhookUrl } from '../../gateway/events.ts'
import { accountId, converted, jsonFlag } from '../../gateway/http/fields.ts'
import { readFurtherAccounts } from '../../gateway/owner-settings.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { read, write } from './group.ts'

/** The size limit of a credential, in bytes. A busy browser's Cookie header is a tenth of it. */
export const MAX_CREDENTIAL = 64 * 1024

export const accountField = () =>
  accountId().check(
    z.meta({
      description: 'The id of the account: `notes` is the first one, `notes:business` another',
      examples: ['notes'],
    }),
  )

const param = () => ({ param: z.object({ account: accountField() }) })

/** The credential fields of all accounts. Each account accepts its own. */
export function credentialFields(connectors: AccountConnectors) {
  const names = new Set(connectors.flatMap(({ fields }) => Object.keys(fields)))
  const takers = (name: string) => connectors.filter(({ fields }) => name in fields).map(({ account }) => account)
  const fields = [...names].map((name) => {
    const credential = z
      .optional(z.string())
      .check(z.meta({ description: `As it was copied; for ${takers(name).join(', ')}` }))
    return [
      name,
      name === 'token' ? credential.check(z.meta({ examples: ['the-token-as-it-was-copied'] })) : credential,
    ] as const
  })
  const divided = connectors.filter(({ workspaces }) => workspaces).map(({ account }) => account)
  const dated = connectors.filter(({ validDays }) => validDays !== undefined).map(({ account }) => account)
  return z.extend(z.strictObject(Object.fromEntries(fields)), {
    issued_on: z.optional(z.union([z.literal(''), z.iso.date('must be a date as YYYY-MM-DD')])).check(
      z.meta({
        description: `The day in Korea on which the key was issued; without it, the end is not known; for ${dated.join(', ')}`,
      }),
    ),
    workspace: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be the id of a workspace'))).check(
      z.meta({
        description: `The id of the workspace to read, for ${divided.join(', ')}. Alone it changes that of the connected account`,
        examples: ['ws_0123456789'],
      }),
    ),
    force: jsonFlag(false).check(z.meta({ description: 'Keep it without asking the product', examples: [true] })),
  })
}

/** The accounts of the deployment: how they are doing, and connecting them. */
export function accountRoutes(connectors: AccountConnectors) {
  const named = (account: Account) => getConnector(connectors, account)
  const report = async ({ settings, platform }: RequestState, name: Account) => ({
    account: await readReport(settings, named(name), platform.now()),
  })

  return new Hono<AppEnv>()
    .get(
      '/admin/accounts',
      read('admin_list_accounts', {
        summary: 'List accounts with their last known state',
        description:
          'Asks no product: admin_test_account does. The id of each account is a part of the paths of the others. Further accounts stand behind the first one of their product.',
        ko: '계정 목록',
        handle: async (c) => {
          const state = c.get('state')
          const now = state.platform.now()
          const all = withFurther(connectors, await readFurtherAccounts(state))
          return { accounts: await Promise.all(all.map((each) => readReport(state.settings, each, now))) }
        },
      }),
    )
    .post(
      '/admin/accounts/test',
      read('admin_test_accounts', {
        summary: 'Test all connected accounts at the same time',
        description:
          'Each product is asked, with a cheap read. `untested` lists those for which the calls of one request did not suffice, with the time of the state that is returned. The next request takes them first.',
        ko: '모든 계정 테스트',
        audited: true,
        target: 'accounts',
        handle: async (c) => {
          const state = c.get('state')
          const all = withFurther(connectors, await readFurtherAccounts(state))
          return testAll(state, all)
        },
      }),
    )
    .post(
      '/admin/accounts/recognize',
      read('admin_recognize_key', {
        summary: 'Say whether a text holds a key of this gateway',
        description:
          'For a text that was pasted for an account and is no secret of it. Nothing is sent to a product, stored or logged. After many texts within a minute the answer is null.',
        ko: '게이트웨이의 키인지 확인',
        maxBody: 4096,
        input: () => ({
          json: z.strictObject({
            text: z
              .string()
              .check(z.minLength(1, 'is required'), z.maxLength(1024, 'must have at most 1024 characters'))
              .check(z.meta({ description: 'The text as it was pasted', examples: ['a-text-that-was-pasted'] })),
          }),
        }),
        handle: async (c) => {
          const { settings } = c.get('state')
          // The answer tells whether a guess is right.
          const { address } = toLoginAttempt(c)
          const allowed = await settings.env.TRY_LIMIT?.limit({ key: `recognize ${address}` })
          const found = allowed?.success === false ? undefined : recognizeOwnKey(settings, c.req.valid('json').text)
          return { key: found?.secret === 'admin_key' ? 'admin_key' : found ? 'gateway' : null }
        },
      }),
    )
    .put(
      '/admin/accounts/:account',
      write('admin_connect_account', {
        summary: 'Connect an account, replacing its present credential',
        description:
          'It is stored only if the product accepts it. `parameters` says where a secret belongs that does not belong here. notes:business adds one of 20 further accounts. 409: it is connected under another id.',
        ko: '계정 연결',
        idempotent: true,
        needsProof: true,
        maxBody: MAX_CREDENTIAL,
        input: () => ({ ...param(), json: credentialFields(connectors) }),
        handle: async (c) => {
          const state = c.get('state')
          const { account } = c.req.valid('param')
          const { force, ...pasted } = c.req.valid('json')
          refuseOwnKeys(state, named(account), pasted)
          await checkCanStore(state)
          const credential = await readCredential(state, named(account), pasted)
          await checkNewCredential(state, named(account), credential)
          const stated = statedEnd(named(account), pasted.issued_on, state.platform.now())
          const learned: AccountInfo = force ? {} : await verifyCredentials(state, named(account), credential)
          const expiresAt = learned.expiresAt ?? stated
          await connectAccount(state, named(account), credential.secrets, {
            ...learned,
            expiresAt,
            isTested: !force,
            hand: getHand(c),
          })
          return report(state, account)
        },
      }),
    )
    .delete(
      '/admin/accounts/:account',
      write('admin_disconnect_account', {
        summary: 'Disconnect an account',
        description: 'A secret of the deployment behind it is overruled until it changes, which the message says.',
        ko: '계정 연결 해제',
        idempotent: true,
        needsProof: true,
        input: param,
        handle: async (c) => {
          const state = c.get('state')
          const { account } = c.req.valid('param')
          await disconnectAccount(state, named(account), getHand(c))
          return report(state, account)
        },
      }),
    )
    .post(
      '/admin/accounts/:account/test',
      read('admin_test_account', {
        summary: 'Test an account with a cheap read of its product',
        description:
          'The product is asked each time. Answers 200 whatever the verdict. `state` is the result, and `hint` says what to do.',
        ko: '계정 테스트',
        audited: true,
        input: param,
        handle: async (c) => {
          const state = c.get('state')
          const { report, untested } = await testOne(state, named(c.req.valid('param').account))
          return { account: report, untested }
        },
      }),
    )
    .get(
      '/admin/accounts/:account/newest',
      read('admin_get_newest', {
        summary: 'The newest thing that an account has',
        description:
          'Reads the product: its newest recording, note, page, order, order sheet of the last 30 days, or post. For payment it is the newest bill that the gateway sent, which alone are known, and for video a public video that the key can read.',
        ko: '계정의 최신 항목',
        input: param,
        handle: async (c) => ({ newest: await readNewest(c.get('state'), named(c.req.valid('param').account)) }),
      }),
    )
}

/** The newest thing of a connected account, read at its product. Null when it has none. */
export async function readNewest({ upstream }: RequestState, connector: AccountConnector) {
  const newest = await connector.findNewest(derivedContext(upstream, connector))
  return newest ? { title: newest.title && visibleText(newest.title), at: iso(newest.at ?? undefined) } : null
}

/** What a visitor learns of the account that was just connected. */
export async function describeConnected(state: RequestState, connector: AccountConnector) {
  const report = await readReport(state.settings, connector, state.platform.now())
  // It is connected, whatever this read says.
  const newest = await ifAvailable(readNewest(state, connector))
  const { account, identity, state: doing, expires_at } = report
  return { account, identity, state: doing, expires_at, ...(newest !== undefined && { newest }) }
}

/** When the last test or use of an account was, in epoch milliseconds. 0 for never. */
const getFoundAt = ({ last_ok_at, last_error }: Report): number =>
  Math.max(...[last_ok_at, last_error?.at].map((at) => (at ? Date.parse(at) : 0)))

/** The state of an account after a test of it, and since when it is known if the test said nothing. */
async function testOne({ settings, platform, upstream, id }: RequestState, connector: AccountConnector) {
  const isTested = await noteTest(settings, connector, await testConnected(upstream, connector, id))
  const report = await readReport(settings, connector, platform.now())
  // Reading a setting finds out what is wrong with it.
  const isFound = isTested || report.state === 'misconfigured' || report.state === 'not_connected'
  const foundAt = getFoundAt(report) || undefined
  return { report, untested: isFound ? [] : [{ account: report.account, found_at: iso(foundAt) }] }
}

/**
 * Tests the connected accounts, and returns them in their order. The calls of a request may not suffice for all, so those
 * whose state is the oldest come first, and the next request tests the others.
 */
async function testAll(state: RequestState, connectors: AccountConnectors) {
  const { settings, platform } = state
  const known = await forEachAccount(connectors, async (connector) => ({
    connector,
    report: await readReport(settings, connector, platform.now()),
  }))
  const connected = known.filter(({ report }) => report.state !== 'not_connected')
  const oldestFirst = connected.toSorted((one, other) => getFoundAt(one.report) - getFoundAt(other.report))
  const tested = await forEachAccount(
    oldestFirst.map(({ connector }) => connector),
    (connector) => testOne(state, connector),
  )
  const all = connected.flatMap(({ report }) => tested.find((each) => each.report.account === report.account) ?? [])
  return { accounts: all.map(({ report }) => report), untested: all.flatMap(({ untested }) => untested) }
}

const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

/** The accounts whose product pushes changes. */
const webhookOf = () => ({
  param: z.object({
    account: converted(accountId(), (account, refuse): AccountOf<'workspace'> => {
      if (isOf(account, 'workspace')) return account
      refuse('must be workspace, or one with a name, as workspace:business')
      return z.NEVER
    }).check(z.meta({ description: 'The id of the account', examples: ['workspace'] })),
  }),
})

/** The URL that the product pushes changes to, and its handshake. */
export const webhookRoutes = new Hono<AppEnv>()
  .get(
    '/admin/webhooks/:account',
    read('admin_get_webhook', {
      summary: 'Get the webhook URL for changes of the workspace',
      description:
        'Events of the workspace come without it as well, within EVENTS_POLL_SECONDS. A token that was received while another one signs waits, for admin_take_webhook_token.',
      ko: '워크스페이스 웹훅 주소',
      audited: true,
      input: webhookOf,
      handle: async (c) => webhookResponse(c, c.req.valid('param').account),
    }),
  )
  .post(
    '/admin/webhooks/:account/token',
    write('admin_take_webhook_token', {
      summary: 'Let the webhook token that waits sign changes of the workspace',
      description:
        'Choose it only after you have made the subscription of Notion again. The token that signed until now works on until the first change that the new one signs. Without one that waits nothing changes.',
      ko: '기다리는 웹훅 토큰 쓰기',
      idempotent: true,
      input: webhookOf,
      handle: async (c) => {
        const { account } = c.req.valid('param')
        await callObject(c.get('state').settings, EVENTS, (events) => events.webhookTokens.useWaiting(account))
        return webhookResponse(c, account)
      },
    }),
  )

async function webhookResponse(c: Context<AppEnv>, account: AccountOf<'workspace'>) {
  const { settings } = c.get('state')
  const url = await webhookUrl(settings, new URL(c.req.url).origin, account)
  const webhook = await readWebhook(settings, account)
  const state = webhook?.pushedAt !== undefined ? ('active' as const) : ('received' as const)
  return {
    url,
    state: webhook ? state : ('waiting' as const),
    verification_token: webhook?.tokens[0] ?? null,
    received_at: iso(webhook?.receivedAt),
    pushed_at: iso(webhook?.pushedAt),
    waiting_token: webhook?.waiting ?? null,
    waiting_since: iso(webhook?.waiting === undefined ? undefined : (webhook.waitingAt ?? webhook.receivedAt)),
  }
}
