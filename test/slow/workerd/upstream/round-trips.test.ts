import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { platform } from '../../../../src/base/platform.ts'
import { setStage } from '../../../contract/stage.ts'
import { type Subject, keySubjects as subjects } from '../../../contract/subjects.ts'
import { createCountedGateway } from '../../../gateway/counted-gateway.ts'
import { type CountedApp, countCalls } from '../../../support/count-calls.ts'
import { expectEach } from '../../../support/expect-each.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { json, PRO_KEY } from '../../../support/gateway.ts'
import { EXCEPTIONS, getRoundTrips, getUsual, OTHER_WAYS } from '../../../upstream/round-trips.ts'

/** The first object of a runtime takes long to start. */
beforeAll(async () => {
  const [subject] = subjects
  if (subject) await setStage(subject).ask()
  vi.restoreAllMocks()
})
beforeEach(freshDeployment)
afterEach(() => vi.restoreAllMocks())

/** They read every account, or are a table of their own in cold-path.test.ts. */
const isSpecial = ({ id, contract }: Subject) =>
  ['gateway', 'events'].includes(contract.group) || ['social_create_post', 'social_repost'].includes(id)

/** The steps of the ledger (src/objects/ledger). */
const LEDGER = ['begin', 'send', 'settle']

/** What a first request in a new isolate costs, and the same request again. */
async function roundTrips(subject: Subject) {
  const { row, method, operation, contract } = subject
  const gateway = createCountedGateway({ ...contract.connected, ...row.connected })
  setStage(subject, undefined, gateway)
  const statuses: number[] = []
  const app: CountedApp = {
    platform,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = request.body === null ? null : await request.text()
      const { status } = await gateway.call(pathname + search, { method, headers: request.headers, body, key: null })
      statuses.push(status)
    },
  }
  const ask = async () => {
    const request = new Request(
      `https://latchkey.test${row.path}`,
      row.body === undefined ? { method } : json(method, row.body),
    )
    for (const [name, value] of Object.entries({ ...row.headers, 'X-API-KEY': PRO_KEY }))
      request.headers.set(name, value)
    const { calls, depth } = await countCalls(app, request)
    return { trips: `${calls}/${depth}`, ...gateway.counted() }
  }
  const [cold, warm] = [await ask(), await ask()]
  expect(statuses).toEqual([operation.status, row.again?.status ?? operation.status])
  return { trips: `${cold.trips}, ${warm.trips}`, cold, warm }
}

it('names exceptions only, and operations that exist', () => {
  const ids = subjects.map(({ id }) => id)
  const surplus = Object.entries(EXCEPTIONS).filter(
    ([id, trips]) => !ids.includes(id) || `${trips}` === `${getUsual(id)}`,
  )
  expect(surplus.map(([id]) => id)).toEqual([])
})

it('every operation makes the calls of its row, and reads STORE and calls an object for a token only at first', () =>
  expectEach(subjects, async (subject) => {
    await freshDeployment()
    const { trips, cold, warm } = await roundTrips(subject)
    expect(trips).toBe(getRoundTrips(subject.id).join(', '))
    if (isSpecial(subject)) return
    const own = subject.contract.objectCalls?.[subject.id] ?? []
    // A write that happens at most once is in the ledger before it is sent, and its outcome after it.
    const isOther = (hop: string) => subject.operation.reads || !LEDGER.includes(hop)
    expect(cold.reads.length, 'reads').toBeLessThanOrEqual(2)
    expect(cold.hops.filter((hop) => !own.includes(hop) && isOther(hop)).length, 'hops').toBeLessThanOrEqual(1)
    expect({ reads: warm.reads, hops: warm.hops.filter(isOther) }).toEqual({ reads: [], hops: own })
  }))

it.each(OTHER_WAYS)('$id, $way', async ({ id, row, trips }) => {
  const subject = subjects.find((one) => one.id === id)
  if (!subject) throw new Error(`no operation ${id}`)
  const found = await roundTrips({ ...subject, row: { ...subject.row, ...row } })
  expect(found.trips).toBe(trips.join(', '))
})
