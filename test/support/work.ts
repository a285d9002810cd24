import { abortAllDurableObjects } from 'cloudflare:test'
import { afterEach, expect } from 'vitest'
import { platform } from '../../src/base/platform.ts'
import * as worker from '../../src/index.ts'
import type { Simulator } from '../simulators/simulator.ts'

/** How long a test may wait for work that it started, in milliseconds of the machine's clock. */
const PATIENCE_MS = 2_000

/** So many turns without work are the end of it. */
const IDLE_TURNS = 3

/** What objects do now: their methods, and the waits between two attempts. */
const running = new Map<symbol, string>()
/** The products of the test's worlds. */
const watched = new Set<Simulator>()
/** Calls that no product of a world received. */
const refused: string[] = []

/** A test ends only when these products have answered all calls. */
export function watch(simulators: readonly Simulator[]): void {
  for (const simulator of simulators) watched.add(simulator)
}

/** Ends all objects at once. What they did never settles. */
export async function abortObjects(): Promise<void> {
  await abortAllDurableObjects()
  running.clear()
}

/**
 * A test ends when its work has ended. Otherwise an object would continue with the products of the next test. Outside of a
 * world there is no network, so no test reaches a real product. A test that breaks either rule fails by its own name.
 */
export function endWithTheTest(): void {
  platform.fetch = async (url, { method = 'GET' }) => {
    const { origin, pathname } = new URL(url)
    refused.push(`${method} ${origin}${pathname}`)
    throw new Error(`the tests have no network, and no product answers for ${origin}`)
  }
  afterEach(async () => {
    await workEnded()
    const [left, calls] = [unfinished(), takeRefused()]
    running.clear()
    watched.clear()
    expect(left, 'work that did not end with the test').toEqual([])
    expect(calls, 'calls that no product of the test received').toEqual([])
  })
}

/**
 * Waits until objects and products do nothing more, for two seconds at most. Needed before the hooks of a test put back what
 * its world replaced.
 */
export async function workEnded(): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  // Between two calls an object may wait for its storage only, which nothing here sees.
  for (let idle = 0; idle < IDLE_TURNS && Date.now() < end; idle = unfinished().length > 0 ? 0 : idle + 1)
    await scheduler.wait(idle === 0 ? 1 : 0)
}

/** The calls that were refused since the last time that this was asked. */
export const takeRefused = (): string[] => refused.splice(0)

const unfinished = () => [
  ...running.values(),
  ...[...watched].flatMap(({ pending }) =>
    [...pending].map(({ method, url }) => `${method} ${url.origin}${url.pathname}`),
  ),
]

// Once in a process: each test file sets up again, and each layer more would be in every call of the later files.
for (const { prototype } of [worker.Access, worker.Accounts, worker.Events, worker.Ledger, worker.Usage])
  trackMethods(prototype)

function trackMethods(prototype: object): void {
  for (const [name, { value, ...rest }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || typeof value !== 'function') continue
    const tracked = function (this: unknown, ...given: unknown[]): unknown {
      const result: unknown = Reflect.apply(value, this, given)
      return result instanceof Promise ? track(`${prototype.constructor.name}.${name}`, result) : result
    }
    Object.defineProperty(prototype, name, { ...rest, value: tracked })
  }
}

function track<Value>(method: string, work: Promise<Value>): Promise<Value> {
  return work.finally(begin(method))
}

/** Counts as work until the returned function is called. */
export function begin(what: string): () => void {
  const work = Symbol(what)
  running.set(work, what)
  return () => void running.delete(work)
}
