import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Documented, getOperations, readDocument } from './document.ts'

/** GPT Actions refuse a document with a longer description of an operation or a parameter, in characters. */
const LONGEST_DESCRIPTION = 300
const LONGEST_PARAMETER = 700

let operations: Documented[]
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const documents = [await readDocument(), await readDocument('/openapi/admin.json')]
  operations = documents.flatMap(getOperations)
  vi.restoreAllMocks()
})

describe('the texts of an operation', () => {
  it('fits the tightest importer', () => {
    const tooLong = operations.flatMap(({ operationId, summary, description, parameters }) => [
      ...[summary, description].filter((text) => text.length > LONGEST_DESCRIPTION).map(() => operationId),
      ...parameters
        .filter((parameter) => parameter.description.length > LONGEST_PARAMETER)
        .map(({ name }) => `${operationId}: ${name}`),
    ])
    expect(tooLong).toEqual([])
  })

  it('names no operation that there is not', () => {
    const ids = operations.map(({ operationId }) => operationId)
    const groups = [...new Set(operations.flatMap(({ tags }) => tags))].join('|')
    const named = operations.flatMap(
      ({ description }) => description.match(new RegExp(`\\b(${groups})_\\w+`, 'g')) ?? [],
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('names fields that its group has', () => {
    const foreign = operations.flatMap(({ operationId, description, tags: [group] }) => {
      const said = JSON.stringify(
        operations.filter(({ tags }) => tags[0] === group).map(({ description: _, ...rest }) => rest),
      )
      const fields = [...description.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')
      return fields.filter((name) => !said.includes(`"${name}"`)).map((name) => `${operationId}: ${name}`)
    })
    expect(foreign).toEqual([])
  })
})
