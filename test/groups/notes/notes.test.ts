import { afterEach, describe, expect, it, vi } from 'vitest'
import { TIRO_KEYS, WORKSPACES } from '../../simulators/notes/index.ts'
import { createGateway } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { connect } from './connect.ts'

afterEach(() => vi.restoreAllMocks())

const guids = (notes: { guid: string }[]) => notes.map(({ guid }) => guid)

describe('GET /notes/notes', () => {
  it('returns the notes of the key’s workspace as the product sends them', async () => {
    const { notes, asked, world } = connect()
    const { status, json } = await notes('notes')
    expect(status).toBe(200)
    expect(json).toMatchObject({ success: true, next_cursor: null })
    expect(json.notes).toHaveLength(25)
    expect(json.notes.find(({ guid }: { guid: string }) => guid === 'note-0002')).toMatchObject({
      workspaceGuid: WORKSPACES.main,
      title: '제품 주간 회의 10월 1주',
      recordingDurationSeconds: 2835,
      transcribeLocale: 'ko_KR',
      translateLocale: null,
      participants: [
        { name: '김서연', email: 'seoyeon@example.com' },
        { name: '이준호', email: 'junho@example.com' },
        { name: '박민지', email: null },
      ],
    })
    expect(asked()).toEqual([
      'GET /v1/external/workspaces/me',
      `GET /v1/external/workspaces/${WORKSPACES.main}/notes?size=100`,
    ])
    expectNothingUnexpected(world)
  })

  it('sends the whole key as a Bearer token', async () => {
    const { notes, tiro } = connect()
    await notes('notes')
    expect(tiro.calls.map(({ headers }) => headers.get('authorization'))).toEqual([
      `Bearer ${TIRO_KEYS.full}`,
      `Bearer ${TIRO_KEYS.full}`,
    ])
  })

  it.each([1, 4, 7, 24, 25, 26])('gives every note once over pages of %i, following next_cursor', async (size) => {
    const { notes, world } = connect()
    const whole = guids((await notes('notes')).json.notes)
    const found: string[] = []
    let cursor: string | null = null
    let pages = 0
    do {
      const query: string = new URLSearchParams({ size: String(size), ...(cursor && { cursor }) }).toString()
      const { status, json } = await notes(`notes?${query}`)
      expect(status).toBe(200)
      expect(json.notes.length).toBeLessThanOrEqual(size)
      found.push(...guids(json.notes))
      cursor = json.next_cursor
      pages += 1
    } while (cursor !== null)
    expect(found).toEqual(whole)
    expect(pages).toBe(Math.ceil(25 / size))
    expectNothingUnexpected(world)
  })

  it.each([
    ['0', 1],
    ['-5', 1],
    ['999', 200],
  ])('moves size %s to %i', async (size, sent) => {
    const { notes, asked } = connect()
    expect((await notes(`notes?size=${size}`)).status).toBe(200)
    expect(asked().at(-1)).toContain(`size=${sent}`)
  })

  it('finds by keyword, in one page whatever the size', async () => {
    const { notes } = connect()
    const { json } = await notes(`notes?size=2&keyword=${encodeURIComponent('大阪')}`)
    expect(guids(json.notes)).toEqual(['note-0023', 'note-0018'])
    expect(json.next_cursor).toBeNull()
  })

  it("passes on the product's message for a key that may not search", async () => {
    const { notes, tiro } = connect()
    tiro.switches.keyword = 'refused'
    const { status, json } = await notes('notes?keyword=x')
    expect([status, json.error]).toEqual([400, expect.stringContaining('user-scoped API key')])
  })

  it('sends a keyword with any character as one value', async () => {
    const { notes, tiro } = connect()
    const keyword = 'Q&A "beta" <draft>'
    const { json } = await notes(`notes?keyword=${encodeURIComponent(keyword)}`)
    expect(tiro.calls.at(-1)?.url.searchParams.get('keyword')).toBe(keyword)
    expect(guids(json.notes)).toEqual(['note-0021'])
  })

  it("returns 400 with the product's message for a foreign cursor", async () => {
    const { status, json } = await connect().notes('notes?cursor=abc')
    expect(status).toBe(400)
    expect(json).toEqual({ success: false, error: "Invalid value for 'cursor': unknown" })
  })

  it.each([
    ['size=many', 'size'],
    ['size=2.5', 'size'],
    [`keyword=${'k'.repeat(201)}`, 'keyword'],
    [`cursor=${'c'.repeat(1025)}`, 'cursor'],
  ])('refuses %s before any call, naming %s', async (query, field) => {
    const { notes, tiro } = connect()
    const { status, json } = await notes(`notes?${query}`)
    expect(status).toBe(400)
    expect(json.error).toMatch(new RegExp(`^${field}: `))
    expect(tiro.calls).toEqual([])
  })
})

describe('GET /notes/notes/{id}', () => {
  it('returns one note, with one call', async () => {
    const { notes, asked } = connect()
    const { status, json } = await notes('notes/note-0024')
    expect(status).toBe(200)
    expect(json).toMatchObject({ success: true, note: { guid: 'note-0024', title: '분기 회고' } })
    expect(Object.keys(json)).toEqual(['success', 'note'])
    expect(asked()).toEqual(['GET /v1/external/notes/note-0024'])
  })

  it.each(['note-9999', 'note-5001'])('returns 404 for %s, unknown or of another workspace', async (id) => {
    const { status, json } = await connect().notes(`notes/${id}`)
    expect(status).toBe(404)
    expect(json).toEqual({ success: false, error: 'Note not found' })
  })

  it.each(['..%2Fworkspaces', 'a%20b', 'note.1', '%E3%83%8E', 'n'.repeat(129)])('refuses the id %s', async (id) => {
    const { notes, tiro } = connect()
    const { status, json } = await notes(`notes/${id}`)
    expect(status).toBe(400)
    expect(json.error).toMatch(/^id: /)
    expect(tiro.calls).toEqual([])
  })

  it.each([{ title: 'Weekly' }, { guid: null, title: 'Weekly' }, { guid: null }])(
    'returns %j unchanged: the id is already known',
    async (body) => {
      const { notes, tiro } = connect()
      tiro.fail({ kind: 'status', status: 200, body: JSON.stringify(body) })
      const { status, json } = await notes('notes/note-0024')
      expect([status, json]).toEqual([200, { success: true, note: body }])
    },
  )

  it.each(['{}', '[]', '"note"', 'null', '{"error":{"code":500000}}'])(
    'is 502 for %s, which is no note',
    async (body) => {
      const { notes, tiro } = connect()
      tiro.fail({ kind: 'status', status: 200, body })
      expect((await notes('notes/note-0024')).status).toBe(502)
    },
  )

  it('keeps the digits of an integer beyond 2^53', async () => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 200, body: '{"guid":"note-0024","serial":9007199254740993}' })
    expect((await notes('notes/note-0024')).json.note.serial).toBe('9007199254740993')
  })
})

describe('GET /notes/notes/{id}/summaries', () => {
  it('returns the summaries in the product’s order', async () => {
    const { notes, world } = connect()
    const { status, json } = await notes('notes/note-0002/summaries')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      success: true,
      summaries: [
        { id: 'summary-0001', template: null, locale: 'ko_KR', content: { type: 'text/markdown' } },
        { id: 'summary-0002', template: { id: 'template-minutes', title: '회의록' } },
        { id: 'summary-0003', locale: 'en_US' },
      ],
    })
    expectNothingUnexpected(world)
  })

  it('returns an empty list for a note without any', async () => {
    expect((await connect().notes('notes/note-0016/summaries')).json).toEqual({ success: true, summaries: [] })
  })

  it('gathers every page', async () => {
    const { notes, tiro, asked } = connect()
    const [first] = tiro.state.summaries
    if (first) for (let n = 0; n < 230; n += 1) tiro.state.summaries.push({ ...first, id: `summary-more-${n}` })
    const { json } = await notes('notes/note-0002/summaries')
    expect(new Set(json.summaries.map(({ id }: { id: string }) => id)).size).toBe(233)
    expect(asked()).toHaveLength(3)
  })

  it.each(['without text', 'truncated'] as const)(
    'has the whole text of each, though the list is %s: it is fetched by itself',
    async (summaryList) => {
      const { notes, tiro, asked } = connect()
      const whole = (await notes('notes/note-0002/summaries')).json
      tiro.switches.summaryList = summaryList
      const before = asked().length
      expect((await notes('notes/note-0002/summaries')).json).toEqual(whole)
      expect(asked().slice(before).toSorted()).toEqual([
        'GET /v1/external/notes/note-0002/summaries',
        ...[1, 2, 3].map((n) => `GET /v1/external/notes/note-0002/summaries/summary-000${n}`),
      ])
    },
  )

  it.each([
    ['null', { content: null }],
    ['empty', { content: { type: 'text/markdown', content: '' } }],
    ['without its text', { content: { type: 'text/markdown' } }],
    ['marked', { content: { type: 'text/markdown', content: 'Wee' }, truncated: true }],
  ])('fetches the text of a summary whose content is %s, and only that', async (_, listed) => {
    const { notes, tiro, asked } = connect()
    const rows = [
      { id: 7, ...listed },
      { id: 8, content: { type: 'text/markdown', content: '# B' } },
    ]
    const at = (path: string) => ({ on: ({ url }: { url: URL }) => url.pathname.endsWith(path) })
    tiro.fail({ kind: 'status', status: 200, body: JSON.stringify({ content: rows }) }, at('/summaries'))
    const single = { id: 7, content: { type: 'text/markdown', content: '# A' } }
    tiro.fail({ kind: 'status', status: 200, body: JSON.stringify(single) }, at('/summaries/7'))
    const { json } = await notes('notes/note-0002/summaries')
    expect(json.summaries.map(({ content }: { content: { content: string } }) => content.content)).toEqual([
      '# A',
      '# B',
    ])
    expect(asked()).toHaveLength(2)
  })

  it('reads a text that is the content itself', async () => {
    const { notes, tiro, asked } = connect()
    tiro.fail({ kind: 'status', status: 200, body: '[{"id":"a","content":"# A"}]' })
    const { json } = await notes('notes/note-0002/summaries')
    expect(json.summaries).toEqual([{ id: 'a', content: { type: 'text/markdown', content: '# A' } }])
    expect(asked()).toHaveLength(1)
  })

  it('keeps a summary that was deleted meanwhile, and one that has no text anywhere', async () => {
    const { notes, tiro } = connect()
    tiro.fail(
      { kind: 'status', status: 200, body: '[{"id":"gone"},{"id":"summary-0001"},{"locale":"ko_KR"}]' },
      { times: 1 },
    )
    const { status, json } = await notes('notes/note-0002/summaries')
    expect(status).toBe(200)
    expect(json.summaries).toEqual([
      { id: 'gone' },
      expect.objectContaining({ content: expect.objectContaining({ content: expect.stringMatching(/^# /) }) }),
      { locale: 'ko_KR' },
    ])
  })

  it.each([500, 429, 401])('fails when a text cannot be had (%i), instead of leaving it out', async (status) => {
    const { notes, tiro } = connect()
    tiro.switches.summaryList = 'without text'
    tiro.fail({ kind: 'status', status }, { on: ({ url }) => url.pathname.endsWith('/summary-0002') })
    expect((await notes('notes/note-0002/summaries')).status).toBe(status === 500 ? 502 : status)
  })

  it('returns 404 for an unknown note', async () => {
    expect((await connect().notes('notes/note-9999/summaries')).status).toBe(404)
  })
})

describe('GET /notes/folders', () => {
  it('returns the folders of the workspace, the product’s bare array', async () => {
    const { notes, world } = connect()
    const { status, json } = await notes('folders')
    expect(status).toBe(200)
    expect(json.success).toBe(true)
    expect(json.folders.map(({ title }: { title: string }) => title)).toEqual([
      '제품',
      '주간 회의',
      'User interviews',
      '大阪案件',
      '개인 메모',
    ])
    expect(json.folders[1]).toMatchObject({ id: 'folder-weekly', parentId: 'folder-product', color: null })
    expectNothingUnexpected(world)
  })
})

it('sends every call to NOTES_API_URL when that is set, below its path', async () => {
  const { tiro, world } = connect()
  const relay = createGateway({ NOTES_TOKEN: TIRO_KEYS.full, NOTES_API_URL: 'https://relay.example.test/notes/' })
  const { status } = await relay.call('/api/v1/notes/notes/note-0024')
  expect(status).toBe(502)
  expect(tiro.calls).toEqual([])
  expect(new Set(world.strays)).toEqual(new Set(['GET https://relay.example.test/notes/v1/external/notes/note-0024']))
})

it.each(['notes', 'notes/note-0024', 'folders', 'api-keys', 'webhooks'])(
  'gates %s by the Pro licence',
  async (path) => {
    const { notes, tiro } = connect({ LICENCE: 'basic' })
    const { status, json } = await notes(path)
    expect(status).toBe(400)
    expect(json).toEqual({ success: false, error: 'you are not a Latchkey PRO user' })
    expect(tiro.calls).toEqual([])
  },
)
