import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Account, productOf } from '../../../src/base/groups.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { storeSecrets } from '../../../src/upstream/credentials.ts'
import { everyWay } from '../../contract/subjects.ts'
import { createBoth, second, secretsOfSecond } from '../../contract/two-accounts.ts'
import { Clock } from '../../simulators/clock.ts'
import type { Simulator } from '../../simulators/simulator.ts'
import { freshStorage } from '../../support/fresh.ts'
import { BINDINGS, createGateway, json } from '../../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected, holdDeadlines } from '../../support/world.ts'

/** In an isolate that serves two accounts of each product, each answer is of the account that the call means. */

beforeEach(freshStorage)
afterEach(() => vi.restoreAllMocks())

const OF_TWO = ' of two'

/** A read of each account, and a text in its answer. The product of the second account writes more behind it. */
const READS: Readonly<Record<string, readonly [Account, string]>> = {
  recorder_list_tags: ['recorder', 'Interviews'],
  notes_get_note: ['notes', '제품 주간 회의'],
  workspace_get_me: ['workspace', 'Latchkey'],
  social_get_user: ['social', '책방 서울'],
  shop_list_order_sheets: ['shop-seller', '상주 곶감'],
  shop_list_orders: ['shop-consumer', '맑은샘 생수'],
  payment_read_bill: ['payment', '샘플카드'],
  video_get_metadata: ['video', '북촌 골목 산책'],
}

/** The product whose answers have more behind the texts above. */
const writeMore = (double: Simulator): Simulator =>
  Object.create(double, {
    fetch: {
      value: async (request: Request) => {
        const answer = await double.fetch(request)
        const text = await answer.text()
        const more = Object.values(READS).reduce((body, [, word]) => body.replaceAll(word, word + OF_TWO), text)
        return new Response(more, answer)
      },
    },
  })

async function deploy() {
  const clock = new Clock()
  // Where a row of the group brings its credential, another one has that of the deployment.
  const found = everyWay.filter(({ id, row }) => id in READS && !row.headers?.['X-Workspace-Token'])
  const reads = Object.keys(READS).flatMap((id) => {
    const subject = found.find((each) => each.id === id)
    const [account, text] = READS[id] ?? []
    if (!subject || !account || !text) throw new Error(`${id} has no row`)
    return [{ ...subject, account, text }]
  })
  // Both sides of the shop are one product.
  const products = new Map(reads.map((read) => [read.contract, createBoth(read, clock, writeMore).both]))
  const settings = Object.assign({}, ...reads.map(({ contract }) => contract.connected))
  const world = createWorldAt(clock, ...products.values())
  holdDeadlines()
  for (const { account } of reads)
    await storeSecrets(getSettings(BINDINGS), second(account), secretsOfSecond(productOf(account)))
  const gateway = createGateway(settings)
  const ask = async ({ row, method, account, text }: (typeof reads)[number], isSecond: boolean) => {
    const own = isSecond ? second(account) : account
    const init = row.body === undefined ? {} : json(method, row.body)
    const headers = { ...(init.headers as object), ...row.headers, ...(isSecond && { 'X-Account': own }) }
    const answer = await gateway.call(row.path, { ...init, headers })
    const others = answer.text.includes(text + OF_TWO) === isSecond ? '' : ' with the content of the other'
    const seen = answer.text.includes(text) ? '' : ` without ${text}`
    return `${answer.status} ${answer.headers.get('X-Account')}${seen}${others}`
  }
  const wanted = ({ account }: (typeof reads)[number], isSecond: boolean) =>
    `200 ${isSecond ? second(account) : account}`
  return { reads, ask, wanted, world }
}

it('by turns, in both orders', async () => {
  const { reads, ask, wanted, world } = await deploy()
  for (const isSecond of [true, false, true, false])
    for (const read of reads) expect(await ask(read, isSecond)).toBe(wanted(read, isSecond))
  expectNothingUnexpected(world)
})

it('24 at once, cold and warm', async () => {
  const { reads, ask, wanted, world } = await deploy()
  const all = [false, true, false].flatMap((isSecond) => reads.map((read) => [read, isSecond] as const))
  for (let time = 0; time < 3; time++) {
    const answers = await Promise.all(all.map(([read, isSecond]) => ask(read, isSecond)))
    expect(answers).toEqual(all.map(([read, isSecond]) => wanted(read, isSecond)))
  }
  expect(all).toHaveLength(24)
  expectNothingUnexpected(world)
})
