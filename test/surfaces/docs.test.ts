import { expect, it } from 'vitest'
import { adminDocs } from '../../src/groups/admin/docs.ts'
import { DOCS, findDocs, missingDocs } from '../../src/surfaces/docs.ts'
import { registered } from '../contract/subjects.ts'

const operations = registered.map(({ operation }) => operation)

it('every operation has texts beside its route', () => {
  expect(operations.filter((operation) => !findDocs(operation)).map(missingDocs)).toEqual([])
})

it('no text belongs to an operation that does not exist, and each is in the order of the routes', () => {
  const documented = Object.entries({ ...DOCS, admin: adminDocs })
  for (const [group, { operations: texts }] of documented) {
    const ids = operations.filter((operation) => operation.group === group).map(({ id }) => id)
    expect(Object.keys(texts), `src/groups/${group}/docs.ts`).toEqual(ids)
  }
})

it('the Korean summary is in Korean', () => {
  const texts = Object.values(DOCS).flatMap(({ operations }) => Object.entries(operations))
  expect(texts.filter(([, { ko }]) => !/\p{Script=Hangul}/u.test(ko)).map(([id]) => id)).toEqual([])
})
