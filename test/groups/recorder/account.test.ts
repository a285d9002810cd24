import { expect, it } from 'vitest'
import { GLOBAL_ACCOUNT, readyRecording, recording } from '../../upstreams/recorder/index.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

it('GET /recorder/user/me: the fields of contract 2.1 and no others', async () => {
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

it('GET /recorder/user/me: have_files and has_transcribed as the product sends them, without a listing', async () => {
  const deployment = connected({ switches: { libraryFlags: true }, recordings: [recording()] })
  const { data_state } = (await deployment.get('/user/me')).json
  expect(data_state).toMatchObject({ have_files: true, has_transcribed: false })
  expect(lines(calls(deployment))).toEqual(['GET /user/me'])
})

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
    seconds_total: 0,
  })
  expect(json.data_state).toEqual({
    is_membership: 1,
    membership_type: '',
    have_files: true,
    has_transcribed: false,
  })
})

it('GET /recorder/user/me: 502 when the profile lacks its parts', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 200, body: '{"status":0,"msg":"success"}' })
  expect((await get('/user/me')).status).toBe(502)
})

it('GET /recorder/user/me: 401 when the account is not connected', async () => {
  const { get } = connected({ token: null })
  const { status, json } = await get('/user/me')
  expect([status, json.error]).toEqual([401, 'recorder account is not connected: RECORDER_TOKEN is not set'])
})

it('GET /recorder/devices: the bound devices as the product sends them', async () => {
  const { get, plaud } = connected()
  const { status, json } = await get('/devices')
  expect(status).toBe(200)
  expect(json).toEqual({ status: 0, data_devices: plaud.state.devices })
  expect(json.data_devices[1].name).toBe('출근길 핀')
})

it('GET /recorder/devices: 502 when the list is missing', async () => {
  const { get, plaud } = connected()
  plaud.fail(
    { kind: 'status', status: 200, body: '{"status":0}' },
    { on: ({ url }) => url.pathname === '/device/list' },
  )
  expect((await get('/devices')).status).toBe(502)
})
