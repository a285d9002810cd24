import { afterAll, beforeAll, it } from 'vitest'
import { cases } from './cases.ts'
import { type Played, play } from './played.ts'

/** Every operation four at once, as the first that an isolate is asked: an isolate for each, which takes minutes. */

let played: Played

beforeAll(async () => {
  played = await play([], cases)
}, 240_000)

afterAll(() => played.stop())

it.concurrent.each([...cases])('$name answers four at once in an isolate that has answered nobody', (each) =>
  played.askCold(each),
)
