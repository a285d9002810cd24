import { afterAll, beforeAll, expect, it } from 'vitest'
import { registered, subjects } from '../contract/subjects.ts'
import { type Case, cases, expectPromised, getAgain } from './cases.ts'
import type { LiveAnswer } from './gateways.ts'
import { type Played, play, warm } from './played.ts'

/**
 * Every operation on the real runtime: twice in one isolate that has served others before, and four times in parallel as
 * its first requests in an isolate. For one operation of each area, they are the first requests of the isolate at all.
 * workerd refuses objects of another request, which would be a 500 here.
 */

const ofEachArea: Case[] = [...Map.groupBy(cases, ({ subject: { operation } }) => operation.group).values()].flatMap(
  ([first]) => first ?? [],
)

let played: Played

beforeAll(async () => {
  played = await play(cases, ofEachArea)
})

afterAll(() => played.stop())

it('has a case for every registered operation', () => {
  expect(subjects.map(({ id }) => id).sort()).toEqual(registered.map(({ operation }) => operation.id).sort())
})

it.each(cases)('$name responds a first and a second time in one isolate', async (each) => {
  const product = await played.prepare(warm(each), each)
  const answers: LiveAnswer[] = []
  for (let time = 0; time < 2; time++) answers.push(await played.ask(warm(each), each))
  const again = getAgain(each)
  expect(answers.map(told)).toEqual([each.subject.operation.status, again].map(expected))
  for (const answer of answers) expectPromised(each, answer)
  expect(product.unexpected).toEqual([])
})

it.concurrent.each(ofEachArea)('$name serves four concurrent requests in a new isolate', (each) => played.askCold(each))

it.each(cases)('$name serves four concurrent requests before any other of it', (each) => played.askTogether(each))

/** The body of a failure next to its status, because only the body says what went wrong. */
const told = ({ status, text }: LiveAnswer) => (status < 400 ? { status } : { status, text: text.slice(0, 300) })
const expected = (status: number) => (status < 400 ? { status } : { status, text: expect.any(String) })
