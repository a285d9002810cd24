import { afterAll, beforeAll, expect, it } from 'vitest'
import { registered, subjects } from '../contract/subjects.ts'
import { cases } from './cases.ts'
import { type Played, play } from './played.ts'

/**
 * Every operation on the real runtime: four times in parallel, before any other request for it in the isolate, and once more.
 * The first operation of each account is the first one in its isolate. workerd refuses objects of another request, which
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
