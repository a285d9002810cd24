import { afterAll, beforeAll, expect, it } from 'vitest'
import { isObject } from '../../src/base/json-object.ts'
import { formatKey } from '../../src/gateway/keys.ts'
import { type JsonSchema, jsonSchema } from '../../src/surfaces/json-schema.ts'
import { ADMIN_KEY, KEPT_KEY } from '../contract/admin.rows.ts'
import type { Row } from '../contract/contract.ts'
import { keepGrant } from '../contract/kept-grant.ts'
import { registered, type Subject, subjects } from '../contract/subjects.ts'
import { RunningClock } from '../upstreams/clock.ts'
import type { Simulator } from '../upstreams/simulator.ts'
import { LIVE_KEY, type LiveAnswer, type LiveGateway, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * Every operation on the real runtime: three times in one isolate that served others before, and four times at once as
 * the first that an isolate is asked. What one request kept of another is refused by workerd, and would be a 500 here.
 */

interface Case {
  name: string
  subject: Subject
  row: Row
}

/** Where a link has to be made before: test/live/admin.test.ts. */
const linked = subjects.filter(({ row }) => row.needsLink)

const cases: Case[] = subjects
  .filter((subject) => !linked.includes(subject))
  .flatMap((subject) => [
    { name: subject.id, subject, row: subject.row },
    ...Object.entries(subject.row.variants ?? {}).map(([what, over]) => ({
      name: `${subject.id}, ${what}`,
      subject,
      row: { ...subject.row, ...over },
    })),
  ])

/** Settings that connect the case's accounts are those of its Worker: cases with the same share a warm isolate. */
const settingsOf = ({ subject, row }: Case) => row.connected ?? subject.contract.connected
const warm = (each: Case) => `warm-${each.subject.contract.group}-${each.row.connected ? each.subject.id : 'all'}`
const cold = (each: Case) => `cold-${cases.indexOf(each)}`

/** The product behind each gateway at the moment. */
const products = new Map<string, Simulator>()
const freshProduct = (gateway: string, { subject, row }: Case) => {
  const product = (row.simulate ?? subject.contract.simulate)(new RunningClock())
  products.set(gateway, product)
  return product
}

let runtime: LiveRuntime

beforeAll(async () => {
  const gateways = new Map<string, LiveGateway>()
  for (const each of cases) {
    for (const name of [warm(each), cold(each)]) {
      const productAt = (host: string) => {
        const product = products.get(name)
        return product?.answersFor(host) ? product : undefined
      }
      gateways.set(name, { name, settings: settingsOf(each), productAt })
    }
  }
  runtime = await startGateways([...gateways.values()])
}, 120_000)

afterAll(() => runtime.stop())

const KEPT = formatKey(new Uint8Array(32).fill(9))

const prepare = async (gateway: string, each: Case) => {
  const product = freshProduct(gateway, each)
  if (each.row.keptKey) await runtime.keepKey(gateway, KEPT, { id: KEPT_KEY, name: 'kept', licence: 'pro' })
  if (each.row.keptGrant) await keepGrant(await runtime.grantsOf(gateway), ADMIN_KEY)
  if (each.row.after) await runtime.ask(gateway, each.row.after, { headers: { 'X-API-KEY': LIVE_KEY } })
  return product
}

const ask = (gateway: string, { subject, row }: Case) =>
  runtime.ask(gateway, row.path, {
    method: subject.method,
    headers: {
      // Tries to get in are limited for each address, over all gateways of the runtime.
      'CF-Connecting-IP': gateway,
      ...(row.tier === 'admin' && { Authorization: `Bearer ${ADMIN_KEY}` }),
      ...(row.tier !== 'open' && row.tier !== 'admin' && { 'X-API-KEY': LIVE_KEY }),
      ...(row.body !== undefined && { 'Content-Type': 'application/json' }),
      ...row.headers,
    },
    ...(row.body !== undefined && { body: JSON.stringify(row.body) }),
  })

it('has a case for every registered operation', () => {
  expect(subjects.map(({ id }) => id).sort()).toEqual(registered.map(({ operation }) => operation.id).sort())
})

const againOf = ({ subject, row }: Case) => row.again?.status ?? subject.operation.status

it.each(cases)(
  '$name answers a first, a second and a third time in one isolate',
  async (each) => {
    const product = await prepare(warm(each), each)
    const answers: LiveAnswer[] = []
    for (let time = 0; time < 3; time++) answers.push(await ask(warm(each), each))
    const again = againOf(each)
    expect(answers.map(told)).toEqual([each.subject.operation.status, again, again].map(expected))
    for (const answer of answers) expectPromised(each, answer)
    expect(product.unexpected).toEqual([])
  },
  30_000,
)

it.concurrent.each(cases)(
  '$name answers four at once in an isolate that has answered nobody',
  async (each) => {
    await prepare(cold(each), each)
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(cold(each), each)))
    const statuses = answers.map(({ status }) => status)
    const { status: first } = each.subject.operation
    expect(statuses, answers.map(({ text }) => text.slice(0, 300)).join('\n')).toContain(first)
    for (const status of statuses) expect([first, againOf(each)]).toContain(status)
    for (const answer of answers) expectPromised(each, answer)
  },
  30_000,
)

/** A failure's body stands beside its status, since only that tells what went wrong. */
const told = ({ status, text }: LiveAnswer) => (status < 400 ? { status } : { status, text: text.slice(0, 300) })
const expected = (status: number) => (status < 400 ? { status } : { status, text: expect.any(String) })

/** A success keeps to its own schema, and its lists hold something: an empty one would prove no mapping. */
function expectPromised({ subject, name: of }: Case, { status, text, json }: LiveAnswer) {
  const { operation, contract } = subject
  if (status >= 400) return
  if (!operation.output) return expect(text).toBe('')
  expect(operation.output().parse(json)).toEqual(json)
  if (contract.success) expect(contract.success(json), text).toBe(true)
  for (const [name, list] of listsIn(jsonSchema(operation.output(), 'output'), json)) {
    if (TROUBLES.includes(name)) continue
    const advice = `seed the product in test/upstreams/${operation.group} with something to answer`
    expect(list, `${of}: ${name} is empty, so nothing tests its mapping: ${advice}`).not.toEqual([])
  }
}

/** Lists of what went wrong, which are rightly empty. */
const TROUBLES = ['errors', 'not_ready', 'warnings']

/** The lists that a schema promises at the top, or inside its `result`. */
const listsIn = ({ properties = {} }: JsonSchema, json: Record<string, unknown>): [string, unknown][] =>
  Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const value = json[name]
    if (schema.type === 'array' && value !== undefined) return [[name, value]]
    return name === 'result' && isObject(value) ? listsIn(schema, value) : []
  })
