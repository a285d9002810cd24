import { expect, it } from 'vitest'
import { GLOBAL_ACCOUNT, readyRecording, recording } from '../../simulators/recorder/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { type Connected, calls, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

it('GET /recorder/user/me: the fields of the contract and no others', async () => {
  const { get } = connected()
  const { status, json } = await get('/user/me')
  expect(status).toBe(200)
  expect(json).toEqual({
    status: 0,
    data_user: {
      id: GLOBAL_ACCOUNT.id,
      nickname: 'Mina',
      email: 'mina@example.test',
      country: 'US',
      membership_id: 3,
      seconds_left: 15_400,
      seconds_total: 18_000,
    },
    data_state: { is_membership: 1, membership_type: 'pro', have_files: true, has_transcribed: true },
  })
})

it.each([
  ['an empty library', [], false, false],
  ['recordings that nobody transcribed', [recording()], true, false],
  ['a transcribed recording', [readyRecording()], true, true],
])(
  'GET /recorder/user/me: have_files and has_transcribed come from the listing for %s',
  async (_, recordings, any, transcribed) => {
    const { get } = connected({ recordings })
    const { data_state } = (await get('/user/me')).json
    expect(data_state).toMatchObject({ have_files: any, has_transcribed: transcribed })
  },
)

it('GET /recorder/user/me: have_files and has_transcribed as the product sends them', async () => {
  const { get, plaud } = connected({ recordings: [] })
  const data = { data_user: { id: 'abc' }, data_state: { have_files: 1, has_transcribed: true } }
  const body = JSON.stringify({ status: 0, ...data })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/user/me' })
  expect((await get('/user/me')).json.data_state).toMatchObject({ have_files: true, has_transcribed: true })
})

it('GET /recorder/user/me: one page of 20 is listed when the newest recordings include a transcribed one', async () => {
  const deployment = connected({
    recordings: [...many(30), readyRecording({ start_time: Date.parse('2026-11-21T01:00:00Z') })],
  })
  await deployment.get('/user/me')
  expect(listings(deployment)).toEqual([{ skip: '0', limit: '20' }])
})

it('GET /recorder/user/me: has_transcribed is null when none of the newest 100 is transcribed, and there are more', async () => {
  const deployment = connected({ recordings: many(130) })
  const { data_state } = (await deployment.get('/user/me')).json
  expect(data_state).toMatchObject({ have_files: true, has_transcribed: null })
  expect(listings(deployment)).toHaveLength(5)
})

it('GET /recorder/user/me: a listing that fails costs its two flags', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname === '/file/simple/web' })
  const { status, json } = await get('/user/me')
  expect([status, json.data_user.nickname]).toEqual([200, 'Mina'])
  expect(json.data_state).toMatchObject({ is_membership: 1, have_files: null, has_transcribed: null })
})

const many = (count: number) => Array.from({ length: count }, (_, at) => recording({ filename: `Note ${at}` }))

const listings = (deployment: Connected) =>
  calls(deployment)
    .filter(({ url }) => url.pathname === '/file/simple/web')
    .map(({ url }) => ({ skip: url.searchParams.get('skip'), limit: url.searchParams.get('limit') }))

it("GET /recorder/user/me: numeric strings and nulls become the contract's types", async () => {
  const { get, plaud } = connected()
  const data_user = { id: 'abc', nickname: null, email: 'm@example.test', membership_id: '3', seconds_left: '10' }
  const data_state = { is_membership: true, membership_type: null, have_files: 1, has_transcribed: 0 }
  const body = JSON.stringify({ status: '0', data_user, data_state })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/user/me' })
  const { json } = await get('/user/me')
  expect(json.data_user).toMatchObject({
    nickname: '',
    country: '',
    membership_id: 3,
    seconds_left: 10,
    seconds_total: null,
  })
  expect(json.data_state).toEqual({
    is_membership: 1,
    membership_type: '',
    have_files: true,
    has_transcribed: false,
  })
})

it('GET /recorder/user/me: a profile without its parts is null in them, and the id comes from the token', async () => {
  const { get, plaud } = connected()
  const on = ({ url }: Call) => url.pathname === '/user/me'
  plaud.fail({ kind: 'status', status: 200, body: '{"status":0,"msg":"success","data_user":null}' }, { on })
  const { status, json } = await get('/user/me')
  expect(status).toBe(200)
  expect(json.data_user).toMatchObject({ id: GLOBAL_ACCOUNT.id, nickname: '', seconds_left: null })
})

it.each(['/user/me', '/devices'])(
  'GET /recorder%s: a response with neither a status nor its data is 502',
  async (path) => {
    const { get, plaud } = connected()
    const on = ({ url }: Call) => ['/user/me', '/device/list'].includes(url.pathname)
    plaud.fail({ kind: 'status', status: 200, body: '[]' }, { on })
    expect((await get(path)).status).toBe(502)
  },
)

it('GET /recorder/user/me: 401 when the account is not connected', async () => {
  const { get } = connected({ token: null })
  const { status, json } = await get('/user/me')
  expect([status, json.error]).toEqual([
    401,
    'recorder account is not connected: connect it at https://latchkey.test/#recorder',
  ])
})

it('GET /recorder/devices: the bound devices as the product sends them', async () => {
  const { get, plaud } = connected()
  const { status, json } = await get('/devices')
  expect(status).toBe(200)
  expect(json).toEqual({ status: 0, data_devices: plaud.state.devices })
  expect(json.data_devices[1].name).toBe('출근길 핀')
})

it.each([
  ['null', '{"status":0,"data_devices":null}', []],
  ['odd in one row', '{"status":0,"data_devices":[null,{"sn":"8880"}]}', [{ sn: '8880' }]],
])('GET /recorder/devices: a list that is %s loses no more than that', async (_, body, data_devices) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/device/list' })
  expect((await get('/devices')).json).toEqual({ status: 0, data_devices })
})
