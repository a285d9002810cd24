import { afterAll, beforeAll, expect, it } from 'vitest'
import { registered, subjects } from '../../contract/subjects.ts'
import { cases } from './cases.ts'
import { type Played, play } from './played.ts'

/**
 * Every operation on the real runtime: four requests in parallel, which are the first for it in the isolate, then one more.
 * The first operation of each account is also the first in its isolate. workerd refuses objects of another request, which
 * would be a 500 here.
 */

let played: Played

beforeAll(async () => {
  played = await play(cases)
})

afterAll(() => played.stop())

it('has a case for every registered operation', () => {
  expect(subjects.map(({ id }) => id).sort()).toEqual(registered.map(({ operation }) => operation.id).sort())
})

it.each(cases)('$name serves four concurrent requests and another one', (each) => played.check(each))
