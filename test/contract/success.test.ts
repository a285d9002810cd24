import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectDocumented, readDocuments } from './documented.ts'
import { expectSuccess } from './expected.ts'
import { setStage } from './stage.ts'
import { everyWay } from './subjects.ts'

readDocuments()
afterEach(() => vi.restoreAllMocks())

describe.each(everyWay)('$id', (subject) => {
  const { operation, row } = subject

  const calls = row.noUpstream && !row.testsCredential ? 'calls no product' : 'calls the product, and writes once'
  it(`returns ${operation.status} with its output schema, as documented; ${calls}`, async () => {
    const stage = setStage(subject)
    const answer = await stage.ask()
    expectSuccess(subject, answer)
    expectDocumented(subject, answer)
    const calls = stage.ownCalls().map(({ method: verb, url, body }) => `${verb} ${url} ${body}`)
    if (row.noUpstream && !row.testsCredential) expect(calls).toEqual([])
    else expect(calls.length).toBeGreaterThan(0)
    const changes = operation.reads ? [] : calls.filter((call) => !call.startsWith('GET '))
    expect(new Set(changes).size).toBe(changes.length)
  })
})

describe.each(everyWay.filter(({ method }) => method === 'GET'))('$id', (subject) => {
  it('responds to HEAD like GET, without the body', async () => {
    const answer = await setStage(subject).ask({ method: 'HEAD' })
    expect(answer.status).toBe(subject.operation.status)
    expect(answer.text).toBe('')
  })
})
