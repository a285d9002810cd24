import { expect, it } from 'vitest'
import { platform } from '../../../src/base/platform.ts'
import type { RequestState } from '../../../src/gateway/state.ts'
import { findPost, publishAtMostOnce } from '../../../src/groups/social/at-most-once.ts'
import type { NewPost } from '../../../src/groups/social/post-input.ts'
import type { Connection } from '../../../src/groups/social/threads.ts'
import { OBJECTS } from '../../support/objects.ts'

/** What counts as the same post, and as the one whose answer was lost. */

const AT = Date.parse('2026-11-21T09:00:00Z')
const post = { text: 'New books' } as NewPost

const find = (texts: readonly string[]) => {
  const data = texts.map((text, index) => ({
    ...{ id: String(index + 1), media_type: 'TEXT_POST', text, timestamp: '2026-11-21T09:00:00+0000' },
  }))
  const connection = { upstream: { budget: { callsLeft: 5 } }, call: async () => ({ data }) }
  return findPost(connection as unknown as Connection, post, { sentAt: AT })
}

it.each([
  ['the one with its text', ['Other books', 'New  books'], '2'],
  ['the only one, because the product may reword a text', ['New #books'], '1'],
  ['none of two with another text', ['Other books', 'More books'], undefined],
  ['none of none', [], undefined],
])('a post is found as %s', async (_, texts, id) => {
  expect(await find(texts)).toBe(id)
})

it('a key is that of its account', async () => {
  const state = {
    ...{ id: 'request', caller: { lineage: 'caller' }, operation: { id: 'social_create_post' }, platform },
    settings: { env: { LEDGER: OBJECTS.LEDGER } },
  } as unknown as RequestState
  const publish = (name: string) => {
    const connection = { accountName: async () => name } as unknown as Connection
    const made = async () => ({ id: name, isEarlier: false })
    return publishAtMostOnce({ state, connection }, { what: post, body: post, publish: made }, 'of two accounts')
  }
  for (const name of ['one', 'another', 'one']) expect((await publish(name)).id).toBe(name)
})
