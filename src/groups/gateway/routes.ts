import { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type AccountConnector,
  type AccountConnectors,
  forEachAccount,
  getConnector,
  noteTest,
  testConnected,
  withFurther,
} from '../../accounts/accounts.ts'
import { type Report, readReport } from '../../accounts/events.ts'
import { badInput, GatewayError } from '../../base/errors.ts'
import { type Group, isAccount, isFirst } from '../../base/groups.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { checkScope, opens } from '../../gateway/auth/access.ts'
import { notOpened, opensAccount } from '../../gateway/auth/accounts.ts'
import type { Caller } from '../../gateway/auth/caller.ts'
import { clamped, instant, notMisplaced } from '../../gateway/http/fields.ts'
import { toNestedRequest } from '../../gateway/http/request.ts'
import { reply } from '../../gateway/http/respond.ts'
import type { Gateway } from '../../gateway/http/router.ts'
import { readFurtherAccounts } from '../../gateway/owner-settings.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { read, WORKSPACE_TOKEN } from './group.ts'
import type { AccountHealth } from './outputs.ts'
import { type Ask, SEARCHABLE, searchAll } from './search.ts'

/** How long an isolate reuses a test result, in milliseconds. */
const CACHE_MS = 60_000

const cachedHealth = perIsolateCache(() => new Map<string, { health: AccountHealth; until: number }>())

/**
 * Tests these accounts with cheap reads, and returns the results in the same order. Named keys get results that
 * are up to a minute old. The deployment's own key always tests again, so the owner sees changes at once.
 */
const examine = (state: RequestState, accounts: AccountConnectors): Promise<AccountHealth[]> =>
  forEachAccount(accounts, (account) => examineAccount(state, account))

async function examineAccount(state: RequestState, connector: AccountConnector): Promise<AccountHealth> {
  const { settings, platform, caller } = state
  const known = cachedHealth(settings)
  const last = known.get(connector.account)
  if (caller?.isNamed && last && platform.now() < last.until) return last.health
  const health = toHealth(await reportOn(state, connector))
  known.set(connector.account, { health, until: platform.now() + CACHE_MS })
  return health
}

async function reportOn(
  { settings, upstream, platform, id }: RequestState,
  connector: AccountConnector,
): Promise<Report> {
  await noteTest(settings, connector, await testConnected(upstream, connector, id))
  return readReport(settings, connector, platform.now())
}

const toHealth = ({
  account,
  group,
  state,
  identity,
  message,
  hint,
  expires_at,
  last_ok_at,
}: Report): AccountHealth => ({
  account,
  group,
  state,
  ...(identity !== null && { identity }),
  ...(message !== null && { message }),
  ...(hint !== null && { hint }),
  ...(expires_at !== null && { expires_at }),
  ...(last_ok_at !== null && { last_ok_at }),
})

/** Who calls, and what they may do. The accounts of the report are those that they open. */
function describeCaller(caller: Caller) {
  const { name, licence, groups, readOnly, confirms, limits, expiresAt } = caller
  return {
    kind: caller.isGrant ? ('client' as const) : caller.isNamed ? ('key' as const) : ('deployment' as const),
    name,
    licence,
    groups: groups ? [...groups] : null,
    read_only: readOnly,
    payments: licence !== 'basic' && opens(caller, { group: 'payment', reads: false }),
    confirm: confirms ?? false,
    limits: limits ? { max_amount: limits.max_amount ?? null, daily_amount: limits.daily_amount ?? null } : null,
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  }
}

/**
 * Status of the gateway itself.
 *
 * @param connectors the accounts that the groups declare
 * @param router the router of the whole gateway, which the search asks
 */
export const gateway = (connectors: AccountConnectors, router: Pick<Gateway, 'fetch'>) =>
  new Hono<AppEnv>()
    .get(
      '/doctor',
      read('gateway_doctor', {
        summary: "Check the connected accounts of the key's groups with cheap reads",
        description:
          'Those that the key opens, with whose they are, and in `caller` what the key may do. Answers the same report with 503 when one does not work.',
        ko: '연결된 계정이 모두 동작하는지 점검',
        title: 'Check the connected accounts',
        wanted: 2,
        search:
          'are all my accounts fine, 토큰 만료, 언제 만료, is it still linked, 왜 안 돼, which accounts can you use, which account is disconnected, 끊긴 계정, is everything connected, which accounts work, what is broken, health check, why does it not work, can you reach my Coupang, test the connections, login expired, what runs out soon, error 401, which accounts do I have, what can you access, who am I here, 다 연결됐, 연결 상태, 연결 확인, 뭐가 고장, 왜 안 돼, 점검해, 다 되고 있, 어느 계정이 안, 로그인 풀린, 곧 만료, 테스트 해, 접속 안 돼, 연결된 계정 뭐, 끊긴 데',
        tool: {
          reports: true,
        },
        input: () => ({
          query: z.strictObject({
            accounts: z.optional(z.string()).check(
              z.meta({
                description: 'Only these, a comma list of ids, such as notes or notes:business',
                examples: ['notes'],
                list: [],
              }),
            ),
          }),
        }),
        handle: async (c) => {
          const state = c.get('state')
          const { accounts: list } = c.req.valid('query')
          const results = await examine(state, await chosen(connectors, state, list))
          // Accounts that the caller did not name are reported only when they are connected.
          const accounts = results.filter(
            ({ state: accountState }) => list !== undefined || accountState !== 'not_connected',
          )
          const ok = accounts.every(({ state: accountState }) => WELL.has(accountState))
          const warning = state.settings.relayWarning()
          const code = ok ? {} : { code: 'unavailable' as const }
          const caller = state.caller ? describeCaller(state.caller) : null
          const report = { ok, ...code, accounts, caller, ...(warning && { warnings: [warning.message] }) }
          return reply(report, ok ? 200 : 503, {}, ok ? undefined : 'unavailable')
        },
      }),
    )
    .get(
      '/accounts',
      read('gateway_list_accounts', {
        summary: 'The accounts that the key opens',
        description:
          'With their last known state, and whose they are. Asks no product: gateway_doctor does. `account` is what `X-Account` takes.',
        ko: '키로 쓸 수 있는 계정',
        title: 'Get the accounts',
        wanted: 3,
        search: 'which accounts several 여러 계정',
        // The doctor says it to models.
        tool: null,
        handle: async (c) => {
          const state = c.get('state')
          const now = state.platform.now()
          const reports = (await opened(connectors, state)).map((each) => readReport(state.settings, each, now))
          return {
            accounts: (await Promise.all(reports)).map(({ account, group, state: doing, identity }) => ({
              account,
              group,
              state: doing,
              identity,
            })),
          }
        },
      }),
    )
    .get(
      '/search',
      read('gateway_search', {
        summary: 'Search recordings, notes, the workspace, posts and orders at once',
        description:
          'Searches what the key opens. `searched` says which parts of each source were searched, and why one was not. Orders go back 30 days unless `from` is given.',
        ko: '녹음, 노트, 워크스페이스, 게시물, 주문을 한꺼번에 검색',
        title: 'Search everything',
        wanted: 1,
        search:
          'about something, search everything, find it anywhere, everything about a person, in all my accounts, I do not know where I wrote it, where did I see, any trace of, look through all, recordings notes and posts about, 전부 찾아, 다 뒤져, 어디든 찾아, 모든 곳에서, 관련된 거 다, 어디 적었는지 모르겠, 통합 검색, 어디서 봤더라, 이름 들어간 거 다, 관련 자료 전부',
        tool: {
          description:
            'Finds words in recordings, notes, titles of Notion pages and tables, posts and orders at once, with the ids for other tools.',
          isForeign: true,
          shown: { '': 'results summary', 'results.[]': 'kind id title at? snippets? url?' },
        },
        input: () => ({
          header: z.object({
            [WORKSPACE_TOKEN]: z.optional(z.string().check(notMisplaced('WORKSPACE_TOKEN'))).check(
              z.meta({
                description: 'Integration token of the workspace to search, instead of the connected account',
                examples: ['ntn_test-full'],
              }),
            ),
          }),
          query: z.strictObject({
            query: z
              .string()
              .check(z.minLength(1, 'must not be empty'), z.maxLength(200))
              .check(z.meta({ description: 'What to look for', examples: ['디자인'] })),
            from: z.optional(instant()).check(
              z.meta({
                description: 'Only what is of this time or later',
                examples: ['2026-11-01T00:00:00Z'],
                narrows: 'amount',
              }),
            ),
            to: z.optional(instant()).check(
              z.meta({
                description: 'Only what is of this time or earlier',
                examples: ['2030-12-31T00:00:00Z'],
                narrows: 'amount',
              }),
            ),
            groups: z.optional(z.string()).check(
              z.meta({
                description: `Only these, a comma list of ${SEARCHABLE.join(', ')}`,
                examples: ['recorder,notes'],
                list: [...SEARCHABLE],
              }),
            ),
            limit: clamped(5, 1, 20).check(
              z.meta({ description: 'How many results of each source, moved into 1..20', narrows: 'amount' }),
            ),
          }),
        }),
        handle: async (c) => {
          const { upstream, caller, platform, id } = c.get('state')
          const { groups: names, ...query } = c.req.valid('query')
          const token = c.req.valid('header')[WORKSPACE_TOKEN]
          const ask: Ask = async (method, path, body) => {
            const headers = new Headers({ 'X-Request-Id': id })
            if (token !== undefined) headers.set(WORKSPACE_TOKEN, token)
            if (body !== undefined) headers.set('Content-Type', 'application/json')
            const init = {
              method,
              headers,
              signal: c.req.raw.signal,
              ...(body !== undefined && { body: JSON.stringify(body) }),
            }
            const request = new Request(new URL(path, c.req.url), init)
            return router.fetch(
              caller ? toNestedRequest(upstream, caller, request, { isPart: true }) : request,
              c.env,
              c.executionCtx,
            )
          }
          const groups = parseGroups(names) ?? new Set(SEARCHABLE.filter((group) => caller && isOwn(caller, group)))
          return searchAll(ask, query, groups, platform.now())
        },
      }),
    )

/** The named groups. Throws 400 for one that cannot be searched. */
function parseGroups(list: string | undefined): ReadonlySet<Group> | undefined {
  if (list === undefined) return undefined
  return new Set(
    list.split(',').map((name) => {
      const group = SEARCHABLE.find((known) => known === name.trim())
      if (!group) throw badInput(`groups: must be a comma list of ${SEARCHABLE.join(', ')}`)
      return group
    }),
  )
}

const WELL: ReadonlySet<string> = new Set(['ok', 'expires_soon', 'not_connected'])

const formatNames = (connectors: AccountConnectors) => connectors.map(({ account }) => account).join(', ')

/** The accounts that a key opens: of those that exist, and those that it lists. */
async function opened(connectors: AccountConnectors, state: RequestState): Promise<AccountConnectors> {
  const { caller } = state
  if (!caller) return []
  const further = new Set([
    ...(await readFurtherAccounts(state)),
    ...(caller.accounts ?? []).filter((id) => !isFirst(id)),
  ])
  return withFurther(connectors, [...further]).filter(
    ({ account, group }) => isOwn(caller, group) && opensAccount(caller, account),
  )
}

/** Throws 400 for an unknown account, and 403 for an account that the key does not open. */
async function chosen(
  connectors: AccountConnectors,
  state: RequestState,
  list: string | undefined,
): Promise<readonly AccountConnector[]> {
  const { caller } = state
  if (!caller) return []
  if (list === undefined) return opened(connectors, state)
  const names = new Set(list.split(',').map((name) => name.trim()))
  return [...names].map((name) => {
    if (!isAccount(name)) throw badInput(`accounts: must be a comma list of ${formatNames(connectors)}`)
    const found = getConnector(connectors, name)
    checkScope(caller, { group: found.group, reads: true })
    if (!opensAccount(caller, name)) throw notOpened(name)
    if (!isOwn(caller, found.group)) {
      throw new GatewayError(
        403,
        `accounts: a key of the licence ${caller.licence} does not open the ${found.group} group`,
        {
          reason: 'refused licence',
        },
      )
    }
    return found
  })
}

/** Whether the key's licence opens the group of an account. The licence `payment` opens only its own group. */
const isOwn = (caller: Caller, group: Group): boolean =>
  opens(caller, { group, reads: true }) && (caller.licence !== 'payment' || group === 'payment')
