import { describe, expect, it } from 'vitest'
import { EU_BROWSER_SESSION, type PlaudSimulator, readyRecording, USER_TOKEN } from '../../simulators/recorder/index.ts'
import type { Call, Fault } from '../../simulators/simulator.ts'
import { PRO_KEY } from '../../support/gateway.ts'
import { deploy, startAnew } from '../admin/deployment.ts'

/** What the owner sees while recordings cannot be read (docs/spec/admin.md, "Accounts"). */

startAnew()

const PATH = '/api/v1/admin/accounts'

async function start(token = USER_TOKEN) {
  const deployment = await deploy({ RECORDER_TOKEN: '' })
  const plaud = deployment.getProduct('recorder') as PlaudSimulator
  expect((await deployment.send('PUT', `${PATH}/recorder`, { token })).status).toBe(200)
  deployment.world.clock.advance(60_000)
  const call = async (path: string) => {
    const answer = await deployment.gateway.call(`/api/v1/recorder${path}`, { key: PRO_KEY })
    deployment.world.clock.advance(11_000)
    return answer
  }
  const report = async () =>
    (await deployment.get(PATH)).json.accounts.find(({ account }: { account: string }) => account === 'recorder')
  const test = async () => {
    const { account } = (await deployment.send('POST', `${PATH}/recorder/test`)).json
    deployment.world.clock.advance(11_000)
    return account
  }
  return { ...deployment, plaud, call, report, test }
}

const ofFiles = ({ url }: Call) => /^\/file(-app)?\//.test(url.pathname)
const ofDevices = ({ url }: Call) => url.pathname === '/device/list'
const ofStorage = ({ url }: Call) => url.hostname.endsWith('.amazonaws.com')
const said = (status: number, msg: string): Fault => ({
  kind: 'status',
  status: 200,
  body: JSON.stringify({ status, msg }),
})

const LATER = /try again later/

const WORLDS: [string, Fault, RegExp, boolean][] = [
  ['has an outage', { kind: 'status', status: 500 }, /./, true],
  ['breaks the connection', { kind: 'network' }, /connection/, true],
  ['refuses with a code of its own', said(-7777, 'this client is not supported'), /not supported/, true],
  ['answers in another form', { kind: 'status', status: 200, body: '{"rows":[]}' }, /cannot be read/, false],
  ['sends a page', { kind: 'html', status: 403 }, /page/, false],
]

describe.each(WORLDS)('while the product %s', (_, fault, message, mayPass) => {
  it('for recordings alone, nothing says that the account works, and no other call changes that', async () => {
    const { plaud, call, report, test } = await start()
    plaud.fail(fault, { on: ofFiles })
    expect((await call('/files')).status).toBeGreaterThanOrEqual(500)
    const states: string[] = []
    for (const path of ['/devices', '/files', '/doctor', '/tags', '/files', '/user/me']) {
      await call(path)
      states.push((await report()).state)
    }
    expect(new Set(states)).toEqual(new Set(['unreachable']))
    const tested = await test()
    expect(tested).toMatchObject({ state: 'unreachable', message: expect.stringMatching(message) })
    if (mayPass) expect(tested.hint).toMatch(LATER)
    else expect(tested.hint).not.toMatch(LATER)
    const doctor = await call('/doctor')
    expect([doctor.status, doctor.json.ok, doctor.json.checks]).toEqual([200, false, { user: true, devices: true }])
    expect(doctor.json.hint).toMatch(/recordings cannot be read/)

    plaud.heal()
    await call('/devices')
    expect((await report()).state).toBe('unreachable')
    await call('/files')
    expect((await report()).state).toBe('ok')
    expect((await call('/doctor')).json).toMatchObject({ ok: true })
    expect((await call('/doctor')).json).not.toHaveProperty('hint')
  })
})

it('connecting reads recordings: an account whose recordings cannot be read is not stored as one that works', async () => {
  const deployment = await deploy({ RECORDER_TOKEN: '' })
  const plaud = deployment.getProduct('recorder') as PlaudSimulator
  plaud.fail({ kind: 'status', status: 200, body: '{"rows":[]}' }, { on: ofFiles })
  const { status, json } = await deployment.send('PUT', `${PATH}/recorder`, { token: USER_TOKEN })
  expect([status, json.error]).toEqual([502, expect.stringMatching(/update this gateway/)])
  expect(json.error).not.toMatch(LATER)
})

it('devices that fail do not say that recordings cannot be read, and the state does not change with each call', async () => {
  const { plaud, call, report } = await start()
  await call('/files')
  plaud.fail({ kind: 'status', status: 500 }, { on: ofDevices })
  await call('/devices')
  await call('/files')
  const states: string[] = []
  for (const path of ['/devices', '/files', '/devices', '/files']) {
    await call(path)
    states.push((await report()).state)
  }
  expect(new Set(states)).toEqual(new Set(['ok']))
  // The contract's two probes stay.
  expect((await call('/doctor')).json).toMatchObject({ ok: false, checks: { user: true, devices: false } })
})

it('a token that is refused everywhere is shown at the first call, of whatever kind', async () => {
  const { plaud, call, report } = await start(EU_BROWSER_SESSION)
  plaud.fail({ kind: 'status', status: 401 })
  expect((await call('/devices')).status).toBe(401)
  expect((await report()).state).toBe('rejected')
  plaud.heal()
})

it('a storage that is refused stays shown, until a text is read', async () => {
  const { plaud, call, report, test } = await start()
  const recorded = readyRecording({ filename: 'Plan' })
  plaud.state.recordings.set(recorded.id, recorded)
  const detail = {
    file_id: recorded.id,
    content_list: [
      { data_id: 'a', data_type: 'transaction', task_status: 1, data_link: 'https://new-storage.s3.amazonaws.com/a?s' },
    ],
  }
  plaud.fail(
    { kind: 'status', status: 200, body: JSON.stringify({ status: 0, data: detail }) },
    { on: ({ url }) => url.pathname.startsWith('/file/detail/') },
  )
  expect((await call(`/files/${recorded.id}/transcript`)).status).toBe(502)
  for (const path of ['/files', '/devices']) {
    await call(path)
    expect(await report()).toMatchObject({
      state: 'unreachable',
      message: expect.stringMatching(/address that is new/),
    })
  }
  const tested = await test()
  expect([tested.state, LATER.test(tested.hint)]).toEqual(['unreachable', false])
  plaud.heal()
  expect((await call(`/files/${recorded.id}/transcript`)).status).toBe(200)
  expect((await report()).state).toBe('ok')
})

it('an outage of the storage ends with a test that succeeds', async () => {
  const { plaud, call, report, test } = await start()
  const recorded = readyRecording({ filename: 'Plan' })
  plaud.state.recordings.set(recorded.id, recorded)
  plaud.fail({ kind: 'status', status: 500 }, { on: ofStorage })
  expect((await call(`/files/${recorded.id}/transcript`)).status).toBe(502)
  await call('/files')
  expect((await report()).state).toBe('unreachable')
  expect((await test()).state).toBe('ok')
})
