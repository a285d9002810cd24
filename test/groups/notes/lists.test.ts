import { afterEach, describe, expect, it, vi } from 'vitest'
import { connect } from './connect.ts'

afterEach(() => vi.restoreAllMocks())

/** The summaries of a note when the product returns these responses. */
async function summaries(...answers: unknown[]) {
  const { notes, tiro } = connect()
  tiro.fail({ kind: 'status', status: 200, body: JSON.stringify(answers[0]) }, { on: ({ url }) => !url.search })
  tiro.fail({ kind: 'status', status: 200, body: JSON.stringify(answers[1]) }, { on: ({ url }) => Boolean(url.search) })
  const { status, json } = await notes('notes/note-0002/summaries')
  return { status, ids: json.summaries?.map(({ id }: { id: unknown }) => id), error: json.error, asked: tiro.calls }
}

const content = { type: 'text/markdown', content: '# A' }
const one = { id: 's-1', content }

describe('a list of the product', () => {
  it('is read in every form', async () => {
    for (const [what, answer, expected] of [
      ['null', { content: null }, []],
      ['empty', { content: [] }, []],
      ['with what is no object', { content: [null, one, 7, 'x', []] }, ['s-1']],
      ['with an odd item', { content: [{ title: 'no id' }, one] }, [undefined, 's-1']],
      ['bare', [one, null], ['s-1']],
      ['with a count', { content: [one], totalSize: 'one' }, ['s-1']],
      ['that ends with an empty cursor', { content: [one], nextCursor: '' }, ['s-1']],
    ] as const)
      expect.soft(await summaries(answer), what).toMatchObject({ status: 200, ids: expected })
  })

  it('accepts a cursor that is a number', async () => {
    const { status, ids, asked } = await summaries(
      { content: [one], nextCursor: 2 },
      { content: [{ id: 's-2', content }] },
    )
    expect([status, ids]).toEqual([200, ['s-1', 's-2']])
    expect(asked.at(-1)?.url.search).toBe('?cursor=2')
  })

  it.each([
    ['without content', { items: [] }, 'content'],
    ['of another type', { content: {} }, 'content'],
    ['of what is no object', { content: [null, 'x'] }, 'content[]'],
    ['bare, of what is no object', ['a'], '[]'],
    ['with a cursor that cannot be sent back', { content: [one], nextCursor: {} }, 'nextCursor'],
  ])('%s is 502, because the list would seem to be empty or to end', async (_, answer, place) => {
    const error = `the notes service answered in a form that cannot be read: ${place}`
    expect(await summaries(answer)).toMatchObject({ status: 502, error })
  })
})
