import { expect, it } from 'vitest'
import { findPost } from '../../../src/groups/social/at-most-once.ts'
import type { NewPost } from '../../../src/groups/social/post-input.ts'
import type { Connection } from '../../../src/groups/social/threads.ts'

/** The post of a request whose answer was lost, among those of the account (docs/spec/social.md). */

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
])('is %s', async (_, texts, id) => {
  expect(await find(texts)).toBe(id)
})
