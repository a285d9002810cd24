import { describe, expect, it, vi } from 'vitest'
import type { AccountUse } from '../../../src/base/accounts.ts'
import type { Account } from '../../../src/base/groups.ts'
import { json, PRO_KEY } from '../../support/gateway.ts'
import { type Deployment, deploy, startAnew } from './deployment.ts'

/** How real use of an account updates its state: after the response, and rarely (docs/spec/admin.md, "Accounts"). */

startAnew()

const SECOND = 1000

/** The calls to accounts' objects, and the background work of requests. */
function heard({ gateway }: Deployment) {
  const told: (AccountUse & { object: string })[] = []
  const { ACCOUNTS } = gateway.env
  gateway.env.ACCOUNTS = {
    idFromName: (name) => ACCOUNTS.idFromName(name),
    getByName: (object) => {
      const stub = ACCOUNTS.getByName(object)
      return new Proxy(stub, {
        get: (_, name) =>
          name === 'noteUse'
            ? (use: AccountUse) => {
                told.push({ ...use, object })
                return stub.noteUse(use)
              }
            : Reflect.get(stub, name),
      })
    },
  }
  return told
}

const notes = ({ gateway }: Deployment) => gateway.call('/api/v1/notes/notes', { key: PRO_KEY })
const reportOn = async ({ get }: Deployment, account: Account) =>
  (await get('/api/v1/admin/accounts')).json.accounts.find((each: { account: string }) => each.account === account)

describe('a request', () => {
  it('that an account served is reported at most once in ten seconds', async () => {
    const deployment = await deploy()
    const told = heard(deployment)
    for (let time = 0; time < 3; time++) expect((await notes(deployment)).status).toBe(200)
    expect(told).toMatchObject([{ object: 'state/notes', failure: undefined }])
    expect((await reportOn(deployment, 'notes')).last_ok_at).toBe(new Date(told[0]?.at ?? 0).toISOString())
    deployment.world.clock.advance(11 * SECOND)
    await notes(deployment)
    expect(told).toHaveLength(2)
  })

  it('that failed is reported at once, with the id of the request, and so is its recovery', async () => {
    const deployment = await deploy()
    const told = heard(deployment)
    await notes(deployment)
    deployment.getProduct('notes').fail({ kind: 'status', status: 401 })
    const answer = await notes(deployment)
    await notes(deployment)
    const message = 'the notes account was rejected by its service: reconnect it'
    // The caller also reads where.
    expect(answer.json.error).toBe(`${message} at https://latchkey.test/#notes`)
    expect(await reportOn(deployment, 'notes')).toMatchObject({
      state: 'rejected',
      hint: expect.stringContaining('reconnect it'),
      last_error: { status: 401, message, request_id: answer.headers.get('X-Request-Id') },
    })
    deployment.getProduct('notes').heal()
    deployment.world.clock.advance(SECOND)
    await notes(deployment)
    expect(told.map(({ failure }) => failure?.kind)).toEqual([undefined, 'rejected', undefined])
    expect(await reportOn(deployment, 'notes')).toMatchObject({ state: 'ok', last_error: { status: 401 } })
  })

  it.each([
    [{ kind: 'status', status: 500 }, 'unreachable', [502, 'product_failed', 500]],
    [{ kind: 'html' }, 'unreachable', [502, 'product_changed', null]],
    [{ kind: 'network' }, 'unreachable', [502, 'product_unreachable', null]],
    [{ kind: 'status', status: 404 }, 'untested', []],
  ] as const)('after which its product did %o leaves the account %s', async (fault, state, error) => {
    const deployment = await deploy()
    deployment.getProduct('notes').fail(fault)
    await notes(deployment)
    const report = await reportOn(deployment, 'notes')
    const { status, code, service_status } = report.last_error ?? {}
    expect([report.state, [status, code, service_status].slice(0, error.length)]).toEqual([state, error])
  })

  it.each([
    [{ kind: 'status', status: 503 }, ['product_failed', 503]],
    [{ kind: 'network' }, ['product_unreachable', null]],
  ] as const)('of its owner, a test, says the same when the product did %o', async (fault, error) => {
    const deployment = await deploy()
    deployment.getProduct('notes').fail(fault)
    const { json: tested } = await deployment.send('POST', '/api/v1/admin/accounts/notes/test')
    expect([tested.account.last_error.code, tested.account.last_error.service_status]).toEqual(error)
  })

  it('without an account, or refused by an access policy, reports nothing', async () => {
    const deployment = await deploy({ NOTES_TOKEN: '' })
    const told = heard(deployment)
    await notes(deployment)
    await deployment.gateway.call('/api/v1/shop/category', { method: 'POST', body: '[]', key: PRO_KEY })
    await deployment.gateway.call('/api/v1/shop/category', { key: 'wrong-key', method: 'POST' })
    expect(told).toEqual([])
  })

  it('of the shop reports the side that it needed', async () => {
    const deployment = await deploy()
    const told = heard(deployment)
    const init = json('POST', {})
    expect((await deployment.gateway.call('/api/v1/shop/category', init)).status).toBe(200)
    expect(told.map(({ object }) => object)).toEqual(['state/shop-seller'])
  })

  it('does not wait for the report, nor fail with it', async () => {
    const deployment = await deploy()
    const { ACCOUNTS } = deployment.gateway.env
    const noteUse = vi.fn(() => Promise.reject(new Error('no object')))
    deployment.gateway.env.ACCOUNTS = {
      idFromName: (name) => ACCOUNTS.idFromName(name),
      getByName: (name) =>
        name.startsWith('state/') ? { ...ACCOUNTS.getByName(name), noteUse } : ACCOUNTS.getByName(name),
    }
    expect((await notes(deployment)).status).toBe(200)
    expect((await notes(deployment)).status).toBe(200)
    // What could not be sent is sent with the next use.
    expect(noteUse).toHaveBeenCalledTimes(2)
  })
})

describe('a credential that its product refused', () => {
  it("does not change the isolate's cache", async () => {
    const deployment = await deploy()
    expect((await notes(deployment)).status).toBe(200)
    const get = vi.spyOn(deployment.gateway.env.STORE, 'get')
    const token = 'test-wrong.secret-of-nobody'
    expect((await deployment.send('PUT', '/api/v1/admin/accounts/notes', { token })).status).toBe(400)
    for (let time = 0; time < 2; time++) expect((await notes(deployment)).status).toBe(200)
    expect(get).not.toHaveBeenCalled()
  })
})
