import { afterAll, beforeAll, it } from 'vitest'
import { cases } from './cases.ts'
import { type Played, play } from './played.ts'

/**
 * Every operation four times in parallel, as the first requests of an isolate: one isolate for each, which takes
 * minutes.
 */

let played: Played

beforeAll(async () => {
  played = await play([], cases)
}, 240_000)

afterAll(() => played.stop())

it.concurrent.each([...cases])('$name serves four concurrent requests in a new isolate', (each) => played.askCold(each))
