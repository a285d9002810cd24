import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { platform } from '../../../../src/base/platform.ts'
import { setStage } from '../../../contract/stage.ts'
import { type Subject, keySubjects as subjects } from '../../../contract/subjects.ts'
import { type CountedApp, countCalls } from '../../../support/count-calls.ts'
import { expectEach } from '../../../support/expect-each.ts'
import { freshStorage } from '../../../support/fresh.ts'
import { json, PRO_KEY } from '../../../support/gateway.ts'
import { EXCEPTIONS, getRoundTrips, getUsual, OTHER_WAYS } from '../../../upstream/round-trips.ts'

/** The first object of a runtime takes long to start. */
beforeAll(async () => {
  const [subject] = subjects
  if (subject) await setStage(subject).ask()
  vi.restoreAllMocks()
})
beforeEach(freshStorage)
afterEach(() => vi.restoreAllMocks())

/** `calls/depth` of a first request in a new isolate, and of the same request again. */
async function roundTrips(subject: Subject) {
  const { row, method, operation } = subject
  const { gateway } = setStage(subject)
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
  const ask = () => {
    const request = new Request(
      `https://latchkey.test${row.path}`,
      row.body === undefined ? { method } : json(method, row.body),
    )
    for (const [name, value] of Object.entries({ ...row.headers, 'X-API-KEY': PRO_KEY }))
      request.headers.set(name, value)
    return request
  }
  const cold = await countCalls(app, ask())
  const warm = await countCalls(app, ask())
  expect(statuses).toEqual([operation.status, row.again?.status ?? operation.status])
  return `${cold.calls}/${cold.depth}, ${warm.calls}/${warm.depth}`
}

it('names exceptions only, and operations that exist', () => {
  const ids = subjects.map(({ id }) => id)
  const surplus = Object.entries(EXCEPTIONS).filter(
    ([id, trips]) => !ids.includes(id) || `${trips}` === `${getUsual(id)}`,
  )
  expect(surplus.map(([id]) => id)).toEqual([])
})

it('every operation makes the calls of its row', () =>
  expectEach(subjects, async (subject) => {
    await freshStorage()
    expect(await roundTrips(subject)).toBe(getRoundTrips(subject.id).join(', '))
  }))

it.each(OTHER_WAYS)('$id, $way', async ({ id, row, trips }) => {
  const subject = subjects.find((one) => one.id === id)
  if (!subject) throw new Error(`no operation ${id}`)
  expect(await roundTrips({ ...subject, row: { ...subject.row, ...row } })).toBe(trips.join(', '))
})
