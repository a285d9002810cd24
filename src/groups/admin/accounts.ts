import { Hono } from 'hono'
import {
  type AccountConnector,
  type AccountConnectors,
  type AccountInfo,
  checkCanKeep,
  connectAccount,
  disconnectAccount,
  forEachAccount,
  noteTest,
  refuseOwnKeys,
  secretsIn,
  statedEnd,
  testConnected,
  verifyCredentials,
} from '../../accounts/accounts.ts'
import { type Report, readReport } from '../../accounts/events.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { read, write } from './group.ts'
import { accountParam, credentialFields, getConnector, MAX_CREDENTIAL } from './schemas.ts'

/** The accounts of the deployment: how they are doing, and connecting them. */
export function accountRoutes(connectors: AccountConnectors) {
  const param = () => ({ param: accountParam(connectors) })
  const named = (name: string) => getConnector(connectors, name)
  const report = async ({ settings, platform }: RequestState, name: string) => ({
    account: await readReport(settings, named(name), platform.now()),
  })

  return new Hono<AppEnv>()
    .get(
      '/admin/accounts',
      read(
        'admin_list_accounts',
        {
          summary: 'List accounts with their last known state',
          description:
            'Asks no product: admin_test_account does. The name of each account is a part of the paths of the others.',
          ko: '계정 목록',
        },
        async (c) => {
          const { settings, platform } = c.get('state')
          const now = platform.now()
          return { accounts: await Promise.all(connectors.map((each) => readReport(settings, each, now))) }
        },
      ),
    )
    .post(
      '/admin/accounts/test',
      read(
        'admin_test_accounts',
        {
          summary: 'Test all connected accounts at the same time',
          description:
            'Each is tested once a minute at most, with one cheap read. A result of the last minute, or a use, is returned instead of a test.',
          ko: '모든 계정 테스트',
          audited: true,
          target: 'accounts',
        },
        async (c) => {
          const reports = await forEachAccount(connectors, (each) => testUnlessRecent(c.get('state'), each))
          return { accounts: reports.filter(({ state }) => state !== 'not_connected') }
        },
      ),
    )
    .put(
      '/admin/accounts/:account',
      write(
        'admin_connect_account',
        {
          summary: 'Connect an account, replacing its present credential',
          description:
            'The credential is tested with the product first, and stored only if the product accepts it. A secret that belongs elsewhere is refused before that, and `parameters` says where it belongs.',
          ko: '계정 연결',
          idempotent: true,
          maxBody: MAX_CREDENTIAL,
          input: () => ({ ...param(), json: credentialFields(connectors) }),
        },
        async (c) => {
          const state = c.get('state')
          const { account } = c.req.valid('param')
          const { force, ...pasted } = c.req.valid('json')
          refuseOwnKeys(state, named(account), pasted)
          const secrets = secretsIn(named(account), pasted)
          const stated = statedEnd(named(account), pasted.issued_on, state.platform.now())
          checkCanKeep(state)
          const learned: AccountInfo = force ? {} : await verifyCredentials(state, named(account), secrets)
          const expiresAt = learned.expiresAt ?? stated
          await connectAccount(state, named(account), secrets, { ...learned, expiresAt, isTested: !force })
          return report(state, account)
        },
      ),
    )
    .delete(
      '/admin/accounts/:account',
      write(
        'admin_disconnect_account',
        {
          summary: 'Disconnect an account',
          description: 'A secret of the deployment behind it is overruled until it changes, which the message says.',
          ko: '계정 연결 해제',
          idempotent: true,
          input: param,
        },
        async (c) => {
          const state = c.get('state')
          const { account } = c.req.valid('param')
          await disconnectAccount(state, named(account))
          return report(state, account)
        },
      ),
    )
    .post(
      '/admin/accounts/:account/test',
      read(
        'admin_test_account',
        {
          summary: 'Test an account with one cheap read of its product',
          description: 'Answers 200 whatever the verdict. `state` is the result, and `hint` says what to do.',
          ko: '계정 테스트',
          audited: true,
          input: param,
        },
        async (c) => {
          const state = c.get('state')
          const { settings, upstream, id } = state
          const { account } = c.req.valid('param')
          await noteTest(settings, named(account), await testConnected(upstream, named(account), id))
          return report(state, account)
        },
      ),
    )
}

/** How long the result of a test or a use counts, in milliseconds. */
const RECENT_MS = 60_000

/** The state of an account after a test, or without one if its last result is recent or it is not connected. */
async function testUnlessRecent(
  { settings, platform, upstream, id }: RequestState,
  connector: AccountConnector,
): Promise<Report> {
  const now = platform.now()
  const report = await readReport(settings, connector, now)
  const lastResult = [report.last_ok_at, report.last_error?.at].map((at) => (at ? Date.parse(at) : 0))
  if (report.source === null || Math.abs(now - Math.max(...lastResult)) < RECENT_MS) return report
  await noteTest(settings, connector, await testConnected(upstream, connector, id))
  return readReport(settings, connector, platform.now())
}
