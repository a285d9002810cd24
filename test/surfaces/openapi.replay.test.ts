import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { setStage } from '../contract/stage.ts'
import { type Subject, subjects } from '../contract/subjects.ts'
import { type Document, expectAsDocumented, readDocument } from './openapi.document.ts'

/** What the document promises, held against what the gateway answers. */

let document: Document
let adminDocument: Document
const documentOf = ({ contract }: Subject) => (contract.group === 'admin' ? adminDocument : document)
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  document = await readDocument()
  adminDocument = await readDocument('/openapi/admin.json')
})
afterEach(() => vi.restoreAllMocks())

describe.each(subjects)('$id', (subject) => {
  const { id, operation } = subject

  it('its success is as documented', async () => {
    const answer = await setStage(subject).ask()
    expect(answer.status, answer.text).toBe(operation.status)
    expectAsDocumented(documentOf(subject), id, answer)
  })
})

describe.each(subjects.filter(({ row }) => row.tier !== 'open'))('$id', (subject) => {
  it('its refusal of a wrong key is as documented', async () => {
    const answer = await setStage(subject).ask({ key: 'wrong-key' })
    expect(answer.status).toBe(401)
    expectAsDocumented(documentOf(subject), subject.id, answer)
  })
})

const withCredential = subjects.flatMap((subject) => {
  const { row, contract } = subject
  const rejected = row.rejected === undefined ? contract.rejected : row.rejected
  return rejected && !row.noUpstream ? [{ subject, rejected, id: subject.id }] : []
})

describe.each(withCredential)('$id', ({ subject, rejected, id }) => {
  it('its report of a refused credential is as documented', async () => {
    const answer = await setStage(subject, rejected.settings).ask({ headers: rejected.headers ?? {} })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expectAsDocumented(documentOf(subject), id, answer)
  })
})
