import { afterEach, describe, expect, it } from 'vitest'
import { expectSuccess } from './expected.ts'
import { leaveStage, setStage } from './stage.ts'
import { subjects } from './subjects.ts'

afterEach(leaveStage)

describe.each(subjects)('$id', (subject) => {
  const { operation, row } = subject

  it(`answers ${operation.status} with its output schema, and no field beside it`, async () => {
    expectSuccess(subject, await setStage(subject).ask())
  })

  it(row.noUpstream ? 'calls no product' : 'calls the product, and writes once', async () => {
    const stage = setStage(subject)
    await stage.ask()
    const calls = stage.ownCalls().map(({ method: verb, url, body }) => `${verb} ${url} ${body}`)
    if (row.noUpstream) expect(calls).toEqual([])
    else expect(calls.length).toBeGreaterThan(0)
    const changes = operation.reads ? [] : calls.filter((call) => !call.startsWith('GET '))
    expect(new Set(changes).size).toBe(changes.length)
  })
})

describe.each(subjects.filter(({ method }) => method === 'GET'))('$id', (subject) => {
  it('answers HEAD as GET, without the body', async () => {
    const answer = await setStage(subject).ask({ method: 'HEAD' })
    expect(answer.status).toBe(subject.operation.status)
    expect(answer.text).toBe('')
  })
})
