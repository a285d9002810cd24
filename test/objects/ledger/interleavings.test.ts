import { runInDurableObject } from 'cloudflare:test'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { Answer, RecordState } from '../../../src/base/once.ts'
import type { Ledger } from '../../../src/objects/ledger/ledger.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * Any order of the calls that runs of one key make to their record. Each run may crash after any step, and then makes
 * no more calls. A run that may send can do so until its deadline. Until then the record must not let another run send.
 */

const { LEDGER } = OBJECTS
const DEADLINE_MS = 25_000
const answer: Answer = { ok: true, value: {} }

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

/** The next step of a request. Each is possible in its state. */
type Stage = 'new' | 'looking' | 'may send' | 'took over' | 'sent' | 'found unknown' | 'over'

class Watch {
  /** Runs that may send, or might have sent a moment ago. */
  readonly rights = new Map<string, number>()
  readonly sent = new Set<string>()
  isDone = false
  readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** @param began when the run started, from which its deadline counts */
  give(run: string, began: number): void {
    const alive = [...this.rights].filter(
      ([other, since]) => other !== run && this.world.clock.now() - since < DEADLINE_MS,
    )
    expect(alive, `${run} may send beside another`).toEqual([])
    expect(this.isDone, `${run} may send what is done`).toBe(false)
    this.rights.set(run, began)
  }

  isAlive = (run: string) => this.world.clock.now() - (this.rights.get(run) ?? 0) < DEADLINE_MS
}

class Request {
  stage: Stage = 'new'
  readonly isPrepared: boolean
  readonly id: string
  readonly watch: Watch
  readonly ledger: Ledger
  /** The run that it found unknown, and how many had sent by then: reading the bill shows these. */
  before = ''
  sentBefore = 0
  began = 0

  constructor(id: string, isPrepared: boolean, watch: Watch, ledger: Ledger) {
    this.id = id
    this.isPrepared = isPrepared
    this.watch = watch
    this.ledger = ledger
  }

  /** @param choice 0 to 3: which of the possible steps; 3 is a crash, or leaving */
  async next(choice: number): Promise<void> {
    const { id, isPrepared, ledger, watch } = this
    if (choice === 3 && this.stage !== 'new') return this.leave()
    switch (this.stage) {
      case 'new': {
        this.began = watch.world.clock.now()
        const found = await ledger.begin({ id, body: 'x', billId: id, isPrepared })
        if (found.state === 'new') expect([...watch.sent], `${id} begins as the first`).toEqual([])
        return this.hear(found, isPrepared ? 'looking' : 'may send')
      }
      case 'looking':
        if (choice === 0) return this.isRetry()
        if (choice === 1) return this.release()
        if (await ledger.send(id, true)) return this.hear({ state: 'new' }, 'may send')
        return this.leave()
      case 'may send':
      case 'took over':
        if (choice === 0) return this.isRetry()
        if (choice === 1 || !watch.isAlive(id)) return this.release()
        watch.sent.add(id)
        this.stage = 'sent'
        return
      case 'sent':
        await ledger.settle(id, { state: choice === 0 ? 'done' : 'unknown', answer })
        if (choice === 0 && watch.isAlive(id)) watch.isDone = true
        watch.rights.delete(id)
        return this.leave()
      case 'found unknown':
        return this.hear(await ledger.takeOver(id, this.before), 'took over')
    }
  }

  /** Repeats its call, because the response was lost. */
  async isRetry(): Promise<void> {
    const { id, isPrepared, ledger } = this
    const found =
      this.stage === 'took over'
        ? await ledger.takeOver(id, this.before)
        : await ledger.begin({ id, body: 'x', billId: id, isPrepared })
    if (found.state !== 'new') this.leave()
  }

  hear(found: RecordState, next: Stage): void {
    if (found.state === 'new' && next === 'took over') {
      expect(this.watch.sent.size, `${this.id} read before another one sent`).toBe(this.sentBefore)
    }
    if (found.state === 'unknown') {
      this.before = found.run
      this.sentBefore = this.watch.sent.size
    }
    if (found.state === 'new' && next !== 'looking') this.watch.give(this.id, this.began)
    this.stage = found.state === 'new' ? next : found.state === 'unknown' ? 'found unknown' : 'over'
  }

  async release(): Promise<void> {
    await this.ledger.release(this.id)
    this.watch.rights.delete(this.id)
    this.leave()
  }

  leave(): void {
    this.stage = 'over'
  }
}

const step = fc.record({
  /** Which of the running requests. */
  who: fc.nat(2),
  choice: fc.nat(3),
  isPrepared: fc.boolean(),
  wait: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.constantFrom(1_000, 24_000, 36_000, 60_000)),
})

test('one run at a time may send, whatever the order and wherever the others crash', async () => {
  let several = 0
  let served = 0
  await runInDurableObject(LEDGER.getByName('a'), (ledger, { storage }) =>
    fc.assert(
      fc.asyncProperty(fc.noBias(fc.array(step, { minLength: 30, maxLength: 60, size: 'max' })), async (steps) => {
        await storage.deleteAll()
        const watch = new Watch(createWorld())
        const requests: Request[] = []
        for (const { who, choice, isPrepared, wait } of steps) {
          watch.world.clock.advance(wait)
          const at = requests[who]
          if (at && at.stage !== 'over') await at.next(choice)
          else requests[who] = new Request(`run ${served++}`, isPrepared, watch, ledger)
        }
        if (watch.sent.size > 1) several += 1
      }),
      { numRuns: 300 },
    ),
  )
  // They include orders in which more than one run could send.
  expect(several).toBeGreaterThan(5)
})
