import { describe, expect, it } from 'vitest'
import { MOVED_USER_TOKEN, type PlaudSimulator } from '../../simulators/recorder/index.ts'
import { PRO_KEY } from '../../support/gateway.ts'
import { type Deployment, deploy, startAnew } from './deployment.ts'

/** What the owner sees of an account that has moved to Plaud 4.0 (docs/spec/recorder.md, "Plaud 4.0"). */

startAnew()

const ACCOUNT = '/api/v1/admin/accounts/recorder'

const call = ({ gateway }: Deployment, path: string) => gateway.call(`/api/v1/recorder/${path}`, { key: PRO_KEY })

async function report({ get, world }: Deployment) {
  // An unchanged state is reported every ten seconds at most.
  world.clock.advance(11_000)
  const { accounts } = (await get('/api/v1/admin/accounts')).json
  const { state, message } = accounts.find(({ account }: { account: string }) => account === 'recorder')
  return [state, message]
}

async function moved(movedRefused: 'files' | 'all') {
  const deployment = await deploy({ RECORDER_TOKEN: MOVED_USER_TOKEN })
  const plaud = deployment.getProduct('recorder') as PlaudSimulator
  plaud.switches.movedRefused = movedRefused
  return { ...deployment, plaud }
}

describe.each(['files', 'all'] as const)('3.0 refuses %s', (refused) => {
  it('the account is ok after each kind of call, its test, the doctor and connecting it', async () => {
    const deployment = await moved(refused)
    for (const [path, status] of [
      ['files', 200],
      ['tags', 502],
      ['devices', 200],
      ['ai/status', 502],
      ['membership/status', refused === 'all' ? 502 : 200],
      ['doctor', 200],
      ['files?is_trash=1', 502],
    ] as const) {
      expect([path, (await call(deployment, path)).status]).toEqual([path, status])
      expect([path, ...(await report(deployment))]).toEqual([path, 'ok', null])
    }
    expect((await deployment.send('POST', `${ACCOUNT}/test`)).json.account).toMatchObject({
      state: 'ok',
      message: null,
    })
    expect((await deployment.get(`${ACCOUNT}/newest`)).json.newest).toMatchObject({ title: expect.any(String) })
    const connected = await deployment.send('PUT', ACCOUNT, { token: MOVED_USER_TOKEN })
    expect([connected.status, connected.json.account?.state]).toEqual([200, 'ok'])
    expect((await call(deployment, 'files?limit=1')).status).toBe(200)
  })

  it('an outage of 4.0 is one, and a refusal by both generations is a rejected account', async () => {
    const deployment = await moved(refused)
    await call(deployment, 'files')
    const isNew = ({ url }: { url: URL }) => url.pathname.startsWith('/file-app/')
    deployment.plaud.fail({ kind: 'status', status: 500 }, { on: isNew })
    await call(deployment, 'files')
    expect((await report(deployment))[0]).toBe('unreachable')
    deployment.plaud.heal()
    deployment.plaud.fail({ kind: 'status', status: 401 }, { on: isNew })
    await call(deployment, 'files')
    expect((await report(deployment))[0]).toBe('rejected')
    deployment.plaud.heal()
    await call(deployment, 'files')
    expect(await report(deployment)).toEqual(['ok', null])
  })
})
