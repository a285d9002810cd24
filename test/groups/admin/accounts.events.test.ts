import { expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../../scripts/support/products.ts'
import type { Env } from '../../../src/base/env.ts'
import { isConnected } from '../../../src/upstream/credentials.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { alarmAt, events, getSource, settle, subscribe, useStage } from '../../objects/events/stage.ts'
import { eventsStandIn } from '../../support/events.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { getFields } from './deployment.ts'

/**
 * EVENTS checks an account as soon as it is connected (docs/spec/events.md, "The promise"), and a failure of that does
 * not affect the connection.
 */

const stage = useStage()
const PATH = '/api/v1/admin/accounts/social'
const body = { ...getFields('social', simulatedProducts().settings), force: true }

function deploy(EVENTS: Env['EVENTS']) {
  const gateway = createGateway({ ADMIN_KEY, EVENTS })
  return (method: string, sent?: unknown, path = PATH) => {
    const init = sent === undefined ? { method } : json(method, sent)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    return gateway.call(path, { ...init, headers, key: null })
  }
}

it('a source is polled at once when its account is connected, and when it is disconnected', async () => {
  const ask = deploy(OBJECTS.EVENTS as unknown as Env['EVENTS'])
  // An isolate may have cached the account of another test.
  await ask('DELETE')
  const source = getSource({ isConnected: (upstream) => isConnected(upstream, 'social') })
  stage().sources.push(source)
  await subscribe()
  await settle(stage())
  expect(source.asks).toHaveLength(0)
  expect((await ask('PUT', body)).status).toBe(200)
  expect(await alarmAt()).toBe(stage().clock.now())
  await settle(stage())
  expect(source.asks).toHaveLength(1)

  stage().clock.advance(2000)
  expect((await ask('DELETE')).status).toBe(200)
  await settle(stage())
  expect(source.asks).toHaveLength(1)
  expect(await events().sources()).toMatchObject([{ failures: 1, last_error: 'the account is not connected' }])
})

it('a connection is stored when EVENTS cannot be reached', async () => {
  const EVENTS = eventsStandIn()
  const told = vi.spyOn(EVENTS.getByName(''), 'accountChanged').mockRejectedValue(new Error('Durable Object reset'))
  const ask = deploy(EVENTS)
  expect((await ask('PUT', body)).status).toBe(200)
  expect((await ask('DELETE')).status).toBe(200)
  expect(told.mock.calls).toEqual([['social'], ['social']])
})

it('a subscription says whether an account of its types is connected, also right after its erasure', async () => {
  const ask = deploy(OBJECTS.EVENTS as unknown as Env['EVENTS'])
  // An isolate may have cached the accounts of another test.
  expect((await ask('DELETE', { all: true }, '/api/v1/admin/data')).status).toBe(200)
  await subscribe({ types: ['social.reply.created', 'notes.note.created'] })
  await subscribe({ types: ['shop.order.created', 'payment.bill.paid'] })
  await subscribe({ types: ['account.rejected'] })
  const read = async () => (await ask('GET', undefined, '/api/v1/admin/events')).json.subscriptions
  const standing = async () => (await read()).map(({ has_account }: { has_account: boolean }) => has_account)
  expect(await standing()).toEqual([false, false, false])
  expect((await ask('PUT', body)).status).toBe(200)
  expect(await standing()).toEqual([true, false, true])
  expect((await ask('DELETE', { all: true }, '/api/v1/admin/data')).status).toBe(200)
  expect(await standing()).toEqual([false, false, false])
})
