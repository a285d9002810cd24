import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { setStage } from '../contract/stage.ts'
import { type Subject, subjects } from '../contract/subjects.ts'
import { type Answer, json } from '../support/gateway.ts'
import {
  type Document,
  type Documented,
  operationsOf,
  readDocument,
  responseOf,
  violation,
} from './openapi.document.ts'

/** What the document promises, held against what the gateway answers. */

let document: Document
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  document = await readDocument()
})
afterEach(() => vi.restoreAllMocks())

const documented = (id: string) =>
  operationsOf(document).find(({ operationId }) => operationId === id) ?? expect.fail(`no ${id}`)

function expectAsDocumented(id: string, { status, text, json: body }: Answer) {
  const response = responseOf(document, documented(id), status) ?? expect.fail(`${status} is not documented: ${text}`)
  const schema = response.content?.['application/json']?.schema
  if (schema) expect(violation(document, schema, body), text).toBeUndefined()
  else expect(text).toBe('')
}

describe.each(subjects)('$id', (subject) => {
  const { id, operation } = subject

  it('its success is as documented', async () => {
    const answer = await setStage(subject).ask()
    expect(answer.status, answer.text).toBe(operation.status)
    expectAsDocumented(id, answer)
  })

  it('takes the request of its examples', async () => {
    const answer = await sendExample(subject, documented(id))
    // The ids are made up, so the product may not know them; nothing else is wrong with the request.
    expect([200, 201, 202, 204, 404], answer.text).toContain(answer.status)
    expectAsDocumented(id, answer)
  })
})

describe.each(subjects.filter(({ row }) => row.tier !== 'open'))('$id', (subject) => {
  it('its refusal of a wrong key is as documented', async () => {
    const answer = await setStage(subject).ask({ key: 'wrong-key' })
    expect(answer.status).toBe(401)
    expectAsDocumented(subject.id, answer)
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
    expectAsDocumented(id, answer)
  })
})

/** The request that the document's examples make up, with the credentials of the row. */
async function sendExample(subject: Subject, { method, path, parameters, requestBody }: Documented) {
  const given = (place: string) =>
    parameters.flatMap(({ name, in: where, example }) =>
      where === place && example !== undefined ? [[name, String(example)] as const] : [],
    )
  const target = given('path').reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), path)
  const body = requestBody?.content['application/json']?.example
  const { headers, ...init } = requestBody ? json(method, body) : { method }
  return setStage(subject).gateway.call(`${target}?${new URLSearchParams(Object.fromEntries(given('query')))}`, {
    ...init,
    headers: { ...headers, ...Object.fromEntries(given('header')), ...subject.row.headers } as Record<string, string>,
  })
}
