import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask, askJson } from './ask.ts'
import {
  createPlaud,
  EU_WORKSPACE_TOKEN,
  EXPIRED_USER_TOKEN,
  EXPIRED_WORKSPACE_TOKEN,
  FORGED_USER_TOKEN,
  GLOBAL_ACCOUNT,
  KR_USER_TOKEN,
  MALFORMED_TOKEN,
  REGIONS,
  recorderToken,
} from './index.ts'

const LIST = '/file/simple/web'
const EU = REGIONS.euc1.api
const create = () => createPlaud({ clock: new Clock() })

describe('tokens (facts 3, 4; 11, row 2)', () => {
  it('returns 200 with -3900 for a malformed, forged or unknown token, with the list keys', async () => {
    const plaud = create()
    const stranger = recorderToken({ typ: 'UT', sub: 'f'.repeat(32) })
    for (const token of [MALFORMED_TOKEN, FORGED_USER_TOKEN, stranger]) {
      const empty = { data_file_total: 0, data_file_list: [] }
      expect(await askJson(plaud, LIST, { token })).toMatchObject({ status: -3900, ...empty })
      expect(await askJson(plaud, '/device/list', { token })).not.toHaveProperty('data_file_list')
    }
    plaud.state.accounts.delete(GLOBAL_ACCOUNT.id)
    plaud.switches.refusal = -10000
    expect(await askJson(plaud, LIST)).toMatchObject({ status: -10000 })
  })

  it('takes the scheme in any case, and no pasted second one', async () => {
    const plaud = create()
    const token = EU_WORKSPACE_TOKEN
    const headers = { authorization: `bearer ${token}` }
    expect(await askJson(plaud, LIST, { host: EU, token: null, headers })).toMatchObject({ status: 0 })
    expect(await askJson(plaud, LIST, { host: EU, token: `bearer ${token}` })).toMatchObject({ status: -3900 })
  })

  it('refuses an expired user token in either way', async () => {
    const plaud = create()
    const response = await ask(plaud, LIST, { token: EXPIRED_USER_TOKEN })
    expect([response.status, await response.json()]).toEqual([401, { detail: expect.any(String) }])
    plaud.switches.expiredUserToken = 'refusal'
    expect(await askJson(plaud, LIST, { token: EXPIRED_USER_TOKEN })).toMatchObject({ status: -3900 })
  })

  it('returns -419 for an expired workspace token, by the given clock', async () => {
    const clock = new Clock()
    const plaud = createPlaud({ clock })
    const host = EU
    expect(await askJson(plaud, LIST, { host, token: EXPIRED_WORKSPACE_TOKEN })).toMatchObject({ status: -419 })
    expect(await askJson(plaud, LIST, { host, token: EU_WORKSPACE_TOKEN })).toMatchObject({ status: 0 })
    clock.advance(24 * 3_600_000)
    expect(await askJson(plaud, LIST, { host, token: EU_WORKSPACE_TOKEN })).toMatchObject({ status: -419 })
  })

  it('returns -3901 when app-platform is not the client in the token', async () => {
    const plaud = create()
    const desktop = recorderToken({ typ: 'UT', client_id: 'desktop' })
    const list = (token: string, headers = {}) => askJson(plaud, LIST, { token, headers })
    expect(await list(desktop, { 'app-platform': 'web' })).toMatchObject({ status: -3901 })
    expect(await list(desktop, { 'app-platform': 'desktop' })).toMatchObject({ status: 0 })
    expect(await list(desktop)).toMatchObject({ status: 0 })
  })

  it('returns 403 JSON for a workspace token on /user/me', async () => {
    const response = await ask(create(), '/user/me', { host: EU, token: EU_WORKSPACE_TOKEN })
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/json'])
  })

  it('shows a user token an empty account on a regional host, and everything on the global one', async () => {
    const plaud = create()
    const regional = { host: REGIONS.apne1.api, token: KR_USER_TOKEN }
    expect(await askJson(plaud, LIST, regional)).toMatchObject({ status: 0, data_file_total: 0, data_file_list: [] })
    expect(await askJson(plaud, '/user/me', regional)).toMatchObject({ status: 0, data_user: { nickname: '서연' } })
    const { data_file_list } = await askJson<{ data_file_list: unknown[] }>(plaud, LIST)
    expect(data_file_list).toHaveLength(20)
    plaud.switches.regionalUserToken = 'served'
    expect(await askJson(plaud, LIST, regional)).not.toMatchObject({ data_file_total: 0 })
  })
})

describe('the edge (facts 1.2; 11, row 4)', () => {
  it('turns away a request without a browser user agent with a page, unless switched off', async () => {
    const plaud = create()
    const headers = { 'user-agent': 'latchkey/1.0' }
    const response = await ask(plaud, LIST, { headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'text/html; charset=UTF-8'])
    plaud.switches.browserCheck = false
    expect((await ask(plaud, LIST, { headers })).status).toBe(200)
  })
})
