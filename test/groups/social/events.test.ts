import { afterEach, expect, it, vi } from 'vitest'
import { replySource } from '../../../src/groups/social/events.ts'
import { socialEvents } from '../../../src/groups/social/outputs.ts'
import { Clock } from '../../simulators/clock.ts'
import { createThreads, SOCIAL_TOKEN, USERNAME } from '../../simulators/social/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { watch } from '../../support/watched.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../support/world.ts'

let world: World | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  if (world) expectNothingUnexpected(world)
})

function stage() {
  const clock = new Clock()
  const threads = createThreads({ clock })
  world = createWorldAt(clock, threads)
  const watched = watch(replySource, { SOCIAL_TOKEN })
  const next = async () => {
    clock.advance(300_000)
    return (await watched.pollAll()).map(({ subject }) => subject)
  }
  return { clock, threads, watched, next }
}

it('the first poll reports nothing; replies of others are reported once, at every depth, and own ones never', async () => {
  const { threads, next } = stage()
  const post = threads.write()
  expect(await next()).toEqual([])
  const reply = threads.answer(post)
  expect(await next()).toEqual([reply.id])
  const own = threads.answer(reply, { username: USERNAME })
  expect(await next()).toEqual([])
  const deeper = threads.answer(own)
  expect(await next()).toEqual([deeper.id])
  expect(await next()).toEqual([])
})

it('150 replies to one post, and some to two others, are all reported', async () => {
  const { clock, threads, next } = stage()
  const posts = [threads.write(), threads.write(), threads.write()]
  await next()
  const ids = posts.flatMap((post, n) =>
    Array.from({ length: n === 0 ? 150 : 3 }, () => {
      clock.advance(1000)
      return threads.answer(post).id
    }),
  )
  const found = await next()
  expect(found.toSorted()).toEqual(ids.toSorted())
  expect(await next()).toEqual([])
})

it('a reply to an older post is reported within an hour, and one to a post beyond the newest 25 is not', async () => {
  const { clock, threads, next } = stage()
  const oldest = threads.write({ publishedAt: clock.now() - 3_600_000 })
  const posts = Array.from({ length: 25 }, () => threads.write())
  for (const post of posts) threads.answer(post)
  await next()
  const last = posts.toSorted((a, b) => (a.id < b.id ? 1 : -1)).at(-1)
  if (!last) throw new Error('no post')
  const late = threads.answer(last)
  threads.answer(oldest)
  expect(await next()).toEqual([])
  clock.advance(3_600_000)
  expect(await next()).toEqual([late.id])
})

it('a failure between two posts throws, and the next poll reports all', async () => {
  const { threads, next } = stage()
  const [first, second] = [threads.write(), threads.write()]
  await next()
  const ids = [threads.answer(first).id, threads.answer(second).id]
  threads.fail({ kind: 'status', status: 500 }, { on: ({ url }) => url.pathname.includes(first.id) })
  await expect(next()).rejects.toMatchObject({ status: 502 })
  threads.heal()
  expect((await next()).toSorted()).toEqual(ids)
})

it('another account starts again, the same one with a new token continues, and a restart changes nothing', async () => {
  const { threads, watched, next } = stage()
  const post = threads.write()
  await next()
  threads.state.tokens.issue('long', { value: 'another-token' })
  watched.restart({ SOCIAL_TOKEN: 'another-token' })
  const reply = threads.answer(post)
  expect(await next()).toEqual([reply.id])
  threads.state.profile.id = '26400000000000099'
  threads.answer(post)
  expect(await next()).toEqual([])
  watched.restart()
  const third = threads.answer(post)
  expect(await next()).toEqual([third.id])
})

it('the first reply to the first post of an account is reported', async () => {
  const { threads, next } = stage()
  threads.state.media.clear()
  expect(await next()).toEqual([])
  const reply = threads.answer(threads.write())
  expect(await next()).toEqual([reply.id])
})

it('a deleted post or reply is not reported, and hides none', async () => {
  const { threads, next } = stage()
  const [first, second] = [threads.write(), threads.write()]
  threads.answer(first)
  const gone = threads.answer(second)
  await next()
  threads.state.media.delete(gone.id)
  const reply = threads.answer(first)
  threads.fail({ kind: 'status', status: 404 }, { on: ({ url }) => url.pathname.includes(second.id) })
  expect(await next()).toEqual([reply.id])
})

it('an event contains the reply as the list returns it', async () => {
  const { threads, watched, next } = stage()
  const post = threads.write()
  await next()
  const { id } = threads.answer(post, { text: 'Where can I buy it?' })
  const [event] = await watched.pollAll()
  expect(event).toMatchObject({ type: 'social.reply.created', subject: id })
  expect(event?.data).toMatchObject({ id, text: 'Where can I buy it?', username: 'a.reader', reply_to: post.id })
  expect(socialEvents['social.reply.created']().parse(event?.data)).toEqual(event?.data)
  expect(JSON.stringify(event?.data).length).toBeLessThan(4096)
})
