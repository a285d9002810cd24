import { expect, vi } from 'vitest'
import { type Platform, platform } from '../../src/base/platform.ts'
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
 * `clock`, and through waiting: a wait's milliseconds pass at once. Those of a deadline pass only when nothing else is
 * running.
 */
export function createWorld(...simulators: Simulator[]): World {
  return createWorldAt(new Clock(), ...simulators)
}

export function createWorldAt(clock: Clock, ...simulators: Simulator[]): World {
  const world: World = { clock, simulators, strays: [], log: [] }
  watch(simulators)
  vi.spyOn(platform, 'now').mockImplementation(clock.now)
  vi.spyOn(platform, 'random').mockImplementation(() => 0.5)
  const { sleep, timer } = passTimeOf(clock)
  vi.spyOn(platform, 'sleep').mockImplementation(sleep)
  vi.spyOn(platform, 'timer').mockImplementation(timer)
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

/** A timer of this length, in milliseconds, is the deadline of a request. */
export const LONG_MS = 10_000
/**
 * Turns of 1 ms that a deadline waits for. Whatever else the test does gets its share of every turn, so that a busy machine
 * passes no deadline earlier than a quiet one.
 */
const LONG_WAIT_TURNS = 200
/** A timer of this length may be the limit of one call, in milliseconds. */
const LIMIT_MS = 1_500
const LIMIT_WAIT_TURNS = 20

let worlds = 0

/**
 * Waits and timers of one clock, until the next world is created: a deadline that an earlier test left behind would slow
 * down every later wait. The one that is due first ends first. Each is ended by its own call, because workerd does not allow
 * a request to do what a Durable Object must do itself.
 */
function passTimeOf(clock: Clock): Pick<Platform, 'sleep' | 'timer'> {
  const world = ++worlds
  const pending = new Set<{ due: number; end: () => void }>()
  return {
    sleep: (ms) => new Promise((resolve) => void start(ms, 0, begin(`a wait of ${ms} ms`), resolve)),
    timer: (ms, callback) => {
      if (ms >= LONG_MS) return start(ms, LONG_WAIT_TURNS, () => {}, callback)
      return start(ms, ms >= LIMIT_MS ? LIMIT_WAIT_TURNS : 0, begin(`a timer of ${ms} ms`), callback)
    },
  }

  function start(ms: number, turns: number, end: () => void, callback: () => void): () => void {
    const own = { due: clock.now() + ms, end }
    pending.add(own)
    void wait()
    return remove

    async function wait(): Promise<void> {
      // The test library takes a stack trace at each setTimeout: a twentieth of the time of all tests.
      for (let turn = 0; turn < turns; turn++) if (isPending()) await scheduler.wait(1)
      do await scheduler.wait(0)
      while (isPending() && [...pending].some(({ due }) => due < own.due))
      if (!isPending()) return own.end()
      remove()
      clock.advance(Math.max(0, own.due - clock.now()))
      callback()
    }

    function isPending(): boolean {
      return world === worlds && pending.has(own)
    }

    function remove(): void {
      pending.delete(own)
      own.end()
    }
  }
}

/** Deadlines pass only in tests of them. Otherwise a busy machine could end running work. */
export function holdDeadlines(): void {
  const timer = vi.mocked(platform.timer).getMockImplementation()
  vi.mocked(platform.timer).mockImplementation((ms, callback) => {
    if (timer && ms < LONG_MS) return timer(ms, callback)
    return () => {}
  })
}

/** Fails the test that made a call which no product knows. */
export function expectNothingUnexpected({ strays, simulators }: World): void {
  const calls = [...strays, ...simulators.flatMap(({ unexpected }) => unexpected)]
  expect(calls, 'no simulator in test/simulators has a route for these calls of the gateway').toEqual([])
}
