import { expect, vi } from 'vitest'
import { platform } from '../../src/base/platform.ts'
import { Clock } from '../simulators/clock.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { begin, watch } from './work.ts'

/** Everything outside the gateway: the products, the time, the chance, and the log. */
export interface World {
  readonly clock: Clock
  readonly simulators: readonly Simulator[]
  /** Calls to hosts that no product answers for. */
  readonly strays: string[]
  /** Lines that the gateway wrote. */
  readonly log: string[]
}

/**
 * Puts the platform of the gateway, including its Durable Objects, into a simulated world. Time passes only through
 * `clock`, and through waiting: a timer's milliseconds pass at once, except for long timers, which are deadlines or limits
 * and fire only when nothing else is running.
 */
export function createWorld(...simulators: Simulator[]): World {
  return createWorldAt(new Clock(), ...simulators)
}

export function createWorldAt(clock: Clock, ...simulators: Simulator[]): World {
  const world: World = { clock, simulators, strays: [], log: [] }
  watch(simulators)
  vi.spyOn(platform, 'now').mockImplementation(clock.now)
  vi.spyOn(platform, 'random').mockImplementation(() => 0.5)
  vi.spyOn(platform, 'timer').mockImplementation(timers(clock))
  vi.spyOn(platform, 'fetch').mockImplementation(async (url, init) => {
    const request = new Request(url, init)
    const { hostname } = new URL(url)
    const simulator = simulators.find(({ answersFor }) => answersFor(hostname))
    if (simulator) return simulator.fetch(request)
    world.strays.push(`${request.method} ${url}`)
    throw new Error(`nobody answers for ${hostname}`)
  })
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void world.log.push(String(line)))
  return world
}

/** A timer of this length, in milliseconds, is a deadline. */
export const LONG_MS = 10_000
/**
 * Turns of 1 ms that a deadline waits for. Whatever else the test does gets its share of every turn, so that a busy machine
 * passes no deadline earlier than a quiet one.
 */
const LONG_WAIT_TURNS = 200
/** A timer of this length may be the limit of one call, in milliseconds. Shorter ones are waits. */
const LIMIT_MS = 1_500
const LIMIT_WAIT_TURNS = 20

let worlds = 0

/**
 * Timers of one clock, until the next world is created: a deadline that an earlier test left behind would slow down every
 * later wait. The one that is due first fires first. Each is fired by its own wait, because workerd does not allow a request
 * to do what a Durable Object must do itself.
 */
function timers(clock: Clock): typeof platform.timer {
  const world = ++worlds
  const pending = new Set<{ due: number; end: () => void }>()
  const remove = (timer: { due: number; end: () => void }) => {
    pending.delete(timer)
    timer.end()
  }
  return (ms, callback) => {
    const isDeadline = ms >= LONG_MS
    const own = { due: clock.now() + ms, end: isDeadline ? () => {} : begin(`a wait of ${ms} ms`) }
    pending.add(own)
    void wait(isDeadline ? LONG_WAIT_TURNS : ms >= LIMIT_MS ? LIMIT_WAIT_TURNS : 0)
    return () => remove(own)

    async function wait(turns: number): Promise<void> {
      // The test library takes a stack trace at each setTimeout: a twentieth of the time of all tests.
      for (let turn = 0; turn < turns; turn++) if (isPending()) await scheduler.wait(1)
      do await scheduler.wait(0)
      while (isPending() && [...pending].some(({ due }) => due < own.due))
      if (!isPending()) return own.end()
      remove(own)
      clock.advance(Math.max(0, own.due - clock.now()))
      callback()
    }

    function isPending(): boolean {
      return world === worlds && pending.has(own)
    }
  }
}

/**
 * Deadlines pass only in tests of them. Otherwise a busy machine could end running work.
 *
 * @param longest timers up to this length, in milliseconds, still fire
 */
export function holdDeadlines(longest = LONG_MS - 1): void {
  const timer = vi.mocked(platform.timer).getMockImplementation()
  vi.mocked(platform.timer).mockImplementation((ms, callback) => {
    if (timer && ms <= longest) return timer(ms, callback)
    return () => {}
  })
}

/** Fails the test that made a call which no product knows. */
export function expectNothingUnexpected({ strays, simulators }: World): void {
  const calls = [...strays, ...simulators.flatMap(({ unexpected }) => unexpected)]
  expect(calls, 'no simulator in test/simulators has a route for these calls of the gateway').toEqual([])
}
