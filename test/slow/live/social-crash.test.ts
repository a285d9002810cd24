import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runningClock } from '../../simulators/clock.ts'
import { createThreads, SOCIAL_TOKEN } from '../../simulators/social/index.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * Posts on the real runtime, two Workers with one ACCOUNTS and one LEDGER, which are killed repeatedly while the
 * product loses responses. None is published twice, and each is published in the end.
 */

/** How often the runtime is killed, and how many posts are on their way each time: `KILLS=25 POSTS=40` plays a thousand. */
const ROUNDS = Number(process.env.KILLS ?? 5)
const POSTS = Number(process.env.POSTS ?? 16)
/** A killed request holds its Idempotency-Key for a minute. */
const HELD_MS = 65_000

/** The same chances in each run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

describe('posts with kills and lost responses', () => {
  let storage: string
  let gateways: LiveRuntime | undefined
  afterAll(async () => {
    await gateways?.stop()
    await rm(storage, { recursive: true })
  })

  it('are published once each, with an Idempotency-Key and by an honest retry without one', {
    timeout: 1_200_000,
  }, async () => {
    storage = await mkdtemp(join(tmpdir(), 'latchkey-social-'))
    let ahead = 0
    const threads = createThreads({ clock: { now: () => runningClock.now() + ahead } })
    threads.switches.preparationMs = { IMAGE: 0, VIDEO: 0, CAROUSEL: 0 }
    const random = dice(11)
    /** How often the product was called to publish. */
    let published = 0
    const { fetch } = threads
    threads.fetch = async (request) => {
      const publishes = request.url.endsWith('/threads_publish')
      if (publishes) published += 1
      const chance = publishes ? random() : 1
      if (chance < 0.1) return new Response(null, { status: 503 })
      const answer = await fetch(request)
      if (chance < 0.3) return new Response('{"id": "17', { status: 200 })
      if (chance < 0.5) await new Promise((resolve) => setTimeout(resolve, 400))
      return answer
    }
    // The product's limits are not tested here.
    const calm = () => {
      threads.state.usage.posts.length = 0
    }
    const productAt = (host: string) => (threads.answersFor(host) ? threads : undefined)
    const start = async () => {
      const settings = { SOCIAL_TOKEN }
      gateways = await startGateways(
        [
          { name: 'one', settings, productAt },
          { name: 'two', settings, productAt, sharesWith: 'one' },
        ],
        storage,
        ahead,
      )
      return gateways
    }

    const toBody = (post: number) => ({
      text: `Post ${post}`,
      ...(post % 3 === 0 && { image_url: `https://media.example/${post}.jpg` }),
    })
    const hasKey = (post: number) => post % 2 === 0
    const done = new Map<number, string>()
    const failures = new Map<string, number>()
    async function ask(running: LiveRuntime, post: number, worker: number): Promise<void> {
      const answer = await running
        .ask(worker % 2 ? 'two' : 'one', '/api/v1/social/posts', {
          method: 'POST',
          headers: {
            'X-API-KEY': LIVE_KEY,
            'Content-Type': 'application/json',
            ...(hasKey(post) && { 'Idempotency-Key': `key-${post}` }),
          },
          body: JSON.stringify(toBody(post)),
        })
        .catch(() => undefined)
      if (answer?.status !== 201) {
        const told = `${answer?.status} ${answer?.json?.error}`.slice(0, 60)
        failures.set(told, (failures.get(told) ?? 0) + 1)
        return
      }
      const id: string = answer.json.post.id
      expect(done.get(post) ?? id, `the id of post ${post}`).toBe(id)
      done.set(post, id)
    }

    for (let round = 0; round < ROUNDS; round++) {
      calm()
      const running = await start()
      const fresh = Array.from({ length: POSTS }, (_, at) => round * POSTS + at)
      const waiting = Array.from({ length: round * POSTS }, (_, at) => at).filter((post) => !done.has(post))
      const asked = [...waiting.slice(-POSTS), ...fresh].map(async (post) => {
        await ask(running, post, post + round)
        // With a key, a client may also repeat a request that got its response.
        if (hasKey(post)) await ask(running, post, post + round + 1)
      })
      const enough = published + 5 + Math.floor(random() * POSTS)
      let isOver = false
      const ended = Promise.all(asked).then(() => {
        isOver = true
      })
      while (published < enough && !isOver) await new Promise((resolve) => setTimeout(resolve, 5))
      await running.stop()
      await ended
    }

    ahead = HELD_MS
    const running = await start()
    for (let tries = 0; tries < 100 && done.size < ROUNDS * POSTS; tries++) {
      calm()
      const left = Array.from({ length: ROUNDS * POSTS }, (_, at) => at).filter((post) => !done.has(post))
      for (let at = 0; at < left.length; at += POSTS)
        await Promise.all(left.slice(at, at + POSTS).map((post) => ask(running, post, post + tries)))
    }

    const copies = new Map<string, number>()
    for (const { text = '' } of threads.state.media.values())
      if (/^Post \d+$/.test(text)) copies.set(text, (copies.get(text) ?? 0) + 1)
    const twice = [...copies].filter(([, count]) => count > 1)
    expect(twice, JSON.stringify([...failures])).toEqual([])
    expect([done.size, copies.size], JSON.stringify([...failures])).toEqual([ROUNDS * POSTS, ROUNDS * POSTS])
  })
})
