import { afterEach, describe, it, vi } from 'vitest'
import type { Attempt } from '../../../contract/contract.ts'
import { expectDocumented, readDocuments } from '../../../contract/documented.ts'
import { expectProductFailure } from '../../../contract/expected.ts'
import { setStage } from '../../../contract/stage.ts'
import { everyWay, type Subject } from '../../../contract/subjects.ts'

readDocuments()
afterEach(() => vi.restoreAllMocks())

const findMissing = ({ row, contract }: Subject): Required<Pick<Attempt, 'status' | 'error'>> & Attempt => ({
  settings: {},
  status: 401,
  error: new RegExp(`${contract.group} account is not connected: [A-Z].* (is|are) not set`),
  ...(row.missing ?? contract.missing),
})

const toRejected = ({ row, contract }: Subject): Required<Pick<Attempt, 'status' | 'error'>> & Attempt => ({
  status: 401,
  error: /reconnect/,
  ...(row.rejected ?? contract.rejected),
})

const attempt = async (subject: Subject, { settings, headers, status, error }: ReturnType<typeof findMissing>) => {
  const stage = setStage(subject, settings)
  const answer = await stage.ask(headers && { headers })
  expectProductFailure(subject, answer, status, error)
  expectDocumented(subject, answer)
  return stage
}

describe.each(everyWay.filter(({ row }) => row.missing !== null))('$id', (subject) => {
  it('without its credential', async ({ expect }) => {
    const { simulator } = await attempt(subject, findMissing(subject))
    expect(simulator.calls).toEqual([])
  })
})

describe.each(everyWay.filter(({ row }) => row.rejected !== null && !row.noUpstream))('$id', (subject) => {
  it('with a credential that the product refuses', async ({ expect }) => {
    const { simulator } = await attempt(subject, toRejected(subject))
    expect(simulator.calls.length).toBeGreaterThan(0)
  })
})
