import { expect, it } from 'vitest'
import {
  EU_ACCOUNT,
  EU_BROWSER_SESSION,
  EU_USER_TOKEN,
  EU_WORKSPACE_TOKEN,
  EXPIRED_USER_TOKEN,
  EXPIRED_WORKSPACE_TOKEN,
  FORGED_USER_TOKEN,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const profile = ({ url }: Call) => url.pathname === '/user/me'
const deviceList = ({ url }: Call) => url.pathname === '/device/list'

it('GET /recorder/doctor: 200 with the whole report when both probes pass', async () => {
  const { get, plaud } = connected({ token: EU_USER_TOKEN })
  const { status, json } = await get('/doctor')
  expect(status).toBe(200)
  expect(json).toEqual({
    ok: true,
    api_domain: 'https://api-euc1.plaud.ai',
    token: { kinds: ['UT'], expires_at: '2100-01-01T00:00:00.000Z', renewable: true },
    checks: { user: true, devices: true },
    user: expect.objectContaining({ data_user: expect.objectContaining({ id: EU_ACCOUNT.id }) }),
    devices: plaud.state.devices,
  })
})

it('GET /recorder/doctor: 401 with the report when no account is connected', async () => {
  const { get } = connected({ token: null })
  const { status, json } = await get('/doctor')
  expect(status).toBe(401)
  expect(json).toEqual({
    ok: false,
    api_domain: null,
    checks: { user: false, devices: false },
    user_error: 'recorder account is not connected',
    device_error: 'recorder account is not connected',
    hint: expect.stringContaining('RECORDER_TOKEN'),
  })
})

it.each([
  ['in a 200', -3900],
  ['in a 200, session dead', -3901],
])('GET /recorder/doctor: 401 with the report when the product rejects the token %s', async (_, refusal) => {
  const { get } = connected({ token: FORGED_USER_TOKEN, switches: { refusal } })
  const { status, json } = await get('/doctor')
  expect(status).toBe(401)
  expect(json).toMatchObject({ ok: false, checks: { user: false, devices: false }, hint: expect.any(String) })
  expect(json.user_error).toMatch(/reconnect/)
})

it('GET /recorder/doctor: 401 when only one probe is rejected, and the other is reported', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 401 }, { on: deviceList })
  const { status, json } = await get('/doctor')
  expect(status).toBe(401)
  expect(json).toMatchObject({ ok: false, checks: { user: true, devices: false }, user: { status: 0 } })
  expect(json).not.toHaveProperty('user_error')
})

it('GET /recorder/doctor: only a workspace token is enough while it is valid, and its expiry is reported', async () => {
  const { get } = connected({ token: EU_WORKSPACE_TOKEN })
  const { status, json } = await get('/doctor')
  expect(status).toBe(200)
  expect(json).toMatchObject({
    ok: true,
    token: { kinds: ['WT'], expires_at: '2026-11-22T00:00:00.000Z', renewable: false },
  })
})

it('GET /recorder/doctor: an expired workspace token says what to set in addition', async () => {
  const { status, json } = await connected({ token: EXPIRED_WORKSPACE_TOKEN }).get('/doctor')
  expect(status).toBe(401)
  expect(json.token).toEqual({ kinds: ['WT'], expires_at: '2026-11-20T00:00:00.000Z', renewable: false })
  expect(json.hint).toMatch(/RECORDER_TOKEN holds only a workspace token.*refresh token/)
})

it('GET /recorder/doctor: an expired user token says when', async () => {
  const { status, json } = await connected({ token: EXPIRED_USER_TOKEN }).get('/doctor')
  expect([status, json.hint]).toEqual([401, 'the token ended at 2026-11-10T00:00:00.000Z: set a fresh RECORDER_TOKEN'])
})

it('GET /recorder/doctor: the kinds and the expiry of a complete pasted session, as it was renewed', async () => {
  const { get, world } = connected({ token: EU_BROWSER_SESSION })
  const kinds = ['WT', 'WRT']
  expect((await get('/doctor')).json.token).toEqual({ kinds, expires_at: '2026-12-01T00:00:00.000Z', renewable: true })
  world.clock.advance(20 * 3_600_000)
  const { token } = (await get('/doctor')).json
  expect(token).toEqual({ kinds, expires_at: '2026-12-22T05:00:00.000Z', renewable: true })
})

it.each([
  ['[{"workspaceToken": "eyJ', /RECORDER_TOKEN holds JSON that is broken/],
  ['{"workspaceList": []}', /RECORDER_TOKEN holds no token/],
])('GET /recorder/doctor: with %j the hint names the setting', async (token, hint) => {
  const { json } = await connected({ token }).get('/doctor')
  expect(json.hint).toMatch(/^correct this setting and deploy again: /)
  expect(json.hint).toMatch(hint)
})

// The report of the devices next to a profile that does not respond also shows that both are called in parallel: there
// is one deadline, and nothing is called after it.
it.each([
  ['fails', { kind: 'status', status: 500 }],
  ['is rate limited', { kind: 'status', status: 429 }],
  ['sends a page', { kind: 'html', status: 403 }],
  ['sends broken JSON', { kind: 'broken' }],
  ['does not answer', { kind: 'timeout' }],
  ['breaks the connection', { kind: 'network' }],
] as const)('GET /recorder/doctor: 502 with the report when the product %s', async (_, fault) => {
  const { get, plaud } = connected()
  plaud.fail(fault, { on: profile })
  const { status, json } = await get('/doctor')
  expect(status).toBe(502)
  expect(json).toMatchObject({ ok: false, checks: { user: false, devices: true }, hint: expect.any(String) })
  expect(json).toMatchObject({ user_error: expect.any(String), devices: plaud.state.devices })
  expect(json).not.toHaveProperty('device_error')
})

it.each([
  [{ RECORDER_API_URL: 'http://relay.example.test' }, USER_TOKEN, /RECORDER_API_URL must be an https URL/],
  [{ RECORDER_API_URL: 'https://api.plaud.ai' }, EU_USER_TOKEN, /RECORDER_API_URL must lead there/],
  [{}, 'two words', /RECORDER_TOKEN holds a blank/],
])(
  'GET /recorder/doctor: with %o the hint names the setting, which waiting does not fix',
  async (settings, token, hint) => {
    const { json } = await connected({ settings, token }).get('/doctor')
    expect(json.hint).toMatch(/^correct this setting and deploy again: /)
    expect(json.hint).toMatch(hint)
  },
)
