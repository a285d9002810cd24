import { describe, expect, it } from 'vitest'
import { commentId, discussionId, NOTION_TOKENS, projectId, USERS } from '../../../simulators/workspace/index.ts'
import { sentBodies, setFinding } from './stage.ts'

const PATH = `/pages/${projectId(1)}/comments`
const PAGE = { type: 'page_id', page_id: projectId(1) }

const lacks = (ability: string) =>
  `X-Workspace-Token lacks the capability to ${ability} comments: turn it on in the settings of its connection`

describe('comments of a page', () => {
  it('are returned with their discussion, author and text', async () => {
    const { ask } = setFinding()
    const { json } = await ask(`GET ${PATH}?page_size=2`)
    expect(json).toMatchObject({ object: 'list', next_cursor: commentId(3), has_more: true, warnings: [] })
    expect(json.results[0]).toEqual({
      object: 'comment',
      id: commentId(1),
      discussion_id: discussionId(1),
      parent: PAGE,
      created_time: '2026-11-19T02:10:00.000Z',
      last_edited_time: '2026-11-19T02:10:00.000Z',
      created_by: USERS.minjun,
      author: 'Minjun Lee',
      text: 'Print too? The letterhead is the old one.',
      rich_text: [expect.objectContaining({ plain_text: 'Print too?' }), expect.anything()],
      attachments: [],
    })
    const rest = await ask(`GET ${PATH}?start_cursor=${json.next_cursor}`)
    expect(rest.json).toMatchObject({ results: [{ id: commentId(3), author: 'Latchkey' }], has_more: false })
  })

  it('have their files, in each form', async () => {
    const { ask, product } = setFinding()
    const [first] = product.state.comments
    if (!first) throw new Error('no comment')
    first.richText = []
    first.attachments = [
      { category: 'image', file: { url: 'https://files.example/a.png?signature=1', expiry_time: 'T' } },
      { type: 'file', name: 'b.pdf', category: 'pdf', file: { url: 'https://files.example/b.pdf' } },
      { type: 'external', name: 'c', external: { url: 'https://elsewhere.example/c' } },
      { type: 'file_upload', file_upload: { id: 'u1' } },
      { category: 'video', file_upload_id: 'u2', name: 'd.mp4' },
      null,
    ]
    const { json } = await ask(`GET ${PATH}`)
    const none = { category: null, name: null, url: null, expiry_time: null, file_upload_id: null }
    expect(json.results[0].text).toBe('')
    expect(json.results[0].attachments).toEqual([
      { ...none, category: 'image', url: 'https://files.example/a.png?signature=1', expiry_time: 'T' },
      { ...none, category: 'pdf', name: 'b.pdf', url: 'https://files.example/b.pdf' },
      { ...none, name: 'c', url: 'https://elsewhere.example/c' },
      { ...none, file_upload_id: 'u1' },
      { ...none, category: 'video', name: 'd.mp4', file_upload_id: 'u2' },
    ])
    expect(json.results[1].attachments).toMatchObject([{ category: 'pdf', url: expect.stringContaining('letterhead') }])
  })

  it.each([
    ['GET', undefined, 'read'],
    ['POST', { text: 'a' }, 'insert'],
  ])('%s needs a capability, which is named', async (method, body, ability) => {
    const { ask } = setFinding()
    const { status, json } = await ask(`${method} ${PATH}`, body, NOTION_TOKENS.readOnly)
    expect([status, json.error]).toEqual([403, lacks(ability)])
  })
})

const sent = (...pieces: string[]) => pieces.map((content) => ({ type: 'text', text: { content } }))

describe('a comment', () => {
  it('starts a discussion, and is listed among the others', async () => {
    const stage = setFinding()
    const { status, json } = await stage.ask(`POST ${PATH}`, { text: '확인했습니다 ✅' })
    expect([status, json.text, json.parent]).toEqual([201, '확인했습니다 ✅', PAGE])
    expect(sentBodies(stage)).toEqual([{ parent: PAGE, rich_text: sent('확인했습니다 ✅') }])
    expect((await stage.ask(`GET ${PATH}`)).json.results.at(-1).id).toBe(json.id)
  })

  it('replies in one', async () => {
    const stage = setFinding()
    const { json } = await stage.ask(`POST ${PATH}`, {
      markdown: 'It is **done**',
      discussion_id: discussionId(2).replaceAll('-', ''),
    })
    expect(json).toMatchObject({ discussion_id: discussionId(2), text: 'It is done' })
    expect(sentBodies(stage)).toEqual([{ discussion_id: discussionId(2), markdown: 'It is **done**' }])
  })

  it('of more than 2,000 characters is sent in pieces, none of which ends within a character', async () => {
    const stage = setFinding()
    const text = `${'가'.repeat(1999)}🙂${'b'.repeat(2500)}`
    const { status, json } = await stage.ask(`POST ${PATH}`, { text })
    expect([status, json.text]).toEqual([201, text])
    expect(sentBodies(stage)).toMatchObject([
      { rich_text: sent('가'.repeat(1999), `🙂${'b'.repeat(1998)}`, 'b'.repeat(502)) },
    ])
  })

  it.each([
    [{}, 'text: is required, or markdown in its place, not both'],
    [{ text: '', markdown: null }, 'text: is required, or markdown in its place, not both'],
    [{ text: 'a', markdown: 'b' }, 'text: is required, or markdown in its place, not both'],
    [{ text: 'a', discussion_id: 'd1' }, 'discussion_id: must be a UUID'],
    [{ text: 'a'.repeat(200_001) }, 'text: must be at most 200000 characters, not 200001'],
  ])('%j is 400, and nothing is written', async (body, error) => {
    const { ask, called } = setFinding()
    const { status, json } = await ask(`POST ${PATH}`, body)
    expect([status, json.error]).toEqual([400, error])
    expect(called()).toEqual([])
  })

  it('is written once after a conflict', async () => {
    const stage = setFinding()
    stage.product.fail({ kind: 'status', status: 409 }, { times: 1 })
    const { status } = await stage.ask(`POST ${PATH}`, { text: 'Twice?' })
    expect([status, stage.called().length]).toEqual([201, 2])
    const { json } = await stage.ask(`GET ${PATH}`)
    expect(json.results.filter(({ text }: { text: string }) => text === 'Twice?')).toHaveLength(1)
  })

  it('on a page in the trash is the 400 of the product', async () => {
    const { ask, bulk } = setFinding()
    await bulk('delete', { page_ids: [projectId(1)] })
    const { status, json } = await ask(`POST ${PATH}`, { text: 'Late' })
    expect([status, json.error]).toEqual([400, expect.stringContaining('archived')])
  })

  it('of a token that may not read them is returned with only its id', async () => {
    const { ask, product } = setFinding()
    const full = product.state.connections.find(({ token }) => token === NOTION_TOKENS.full)
    if (full) full.capabilities = new Set(['insert_comments'])
    const { status, json } = await ask(`POST ${PATH}`, { text: 'a' })
    expect([status, json.object, typeof json.id, json.text, json.rich_text]).toEqual([
      201,
      'comment',
      'string',
      null,
      [],
    ])
  })
})
