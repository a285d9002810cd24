import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectClientResult } from './as-client.ts'
import { expectToolResult } from './as-tool.ts'
import { expectDocumented, readDocuments } from './documented.ts'
import { expectSuccess } from './expected.ts'
import { setStage } from './stage.ts'
import { everyWay, keySubjects, type Subject, toolSubjects } from './subjects.ts'

readDocuments()
afterEach(() => vi.restoreAllMocks())

/** A stage that generates the same ids as every other such stage. */
function setEqualStage(subject: Subject) {
  vi.restoreAllMocks()
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('00000000-0000-4000-8000-000000000001')
  return setStage(subject)
}

describe('the success of every operation', () => {
  it.each(everyWay)('$id: over HTTP, as documented, as a tool and for the client', async (subject) => {
    const { operation, row } = subject
    const stage = setEqualStage(subject)
    const answer = await stage.ask()
    expectSuccess(subject, answer)
    expectDocumented(subject, answer)
    const calls = stage.ownCalls().map(({ method: verb, url, body }) => `${verb} ${url} ${body}`)
    if (row.noUpstream && !row.testsCredential) expect(calls).toEqual([])
    else expect(calls.length).toBeGreaterThan(0)
    const changes = operation.reads ? [] : calls.filter((call) => !call.startsWith('GET '))
    expect(new Set(changes).size, 'a change is sent once').toBe(changes.length)
    if (keySubjects.includes(subject)) await expectClientResult(subject, answer)
    if (toolSubjects.includes(subject)) await expectToolResult(subject, setEqualStage(subject).gateway, answer)
  })
})

/** The first GET of each group. */
const [...gets] = Map.groupBy(
  everyWay.filter(({ method }) => method === 'GET'),
  ({ contract }) => contract.group,
).values()

it.each(gets.flatMap(([first]) => first ?? []))(
  '$id: HEAD has the status of GET, without the body',
  async (subject) => {
    const answer = await setStage(subject).ask({ method: 'HEAD' })
    expect(answer.status).toBe(subject.operation.status)
    expect(answer.text).toBe('')
  },
)
