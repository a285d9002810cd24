import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask, list, walk } from './ask.ts'
import { createTiro } from './index.ts'

const tiro = createTiro({ clock: new Clock(), newId: () => 'made-1' })

describe('facts 3: a note', () => {
  it('has paragraphs over pages, a hundred by default, 1000 at most', async () => {
    const first = await list(tiro, '/notes/note-0009/paragraphs')
    expect(first.content).toHaveLength(100)
    const { found, lengths } = await walk(tiro, '/notes/note-0009/paragraphs', 60)
    expect(lengths).toEqual([60, 60, 24])
    expect(new Set(found.map(({ uuid }) => uuid)).size).toBe(144)
    expect(found.at(-1)).toMatchObject({ timeTo: '2026-10-21T07:30:00.000Z', locked: false })
    expect((await list(tiro, '/notes/note-0009/paragraphs?size=1000')).nextCursor).toBeNull()
    expect((await ask(tiro, '/notes/note-0009/paragraphs?size=1001')).status).toBe(400)
  })

  it('has masks instead of the words that the plan of the account hides', async () => {
    const locked = createTiro()
    locked.lock('note-0005', 1)
    const { content } = await list(locked, '/notes/note-0005/paragraphs')
    expect(content[0]).toMatchObject({ locked: false })
    expect(content[1]).toMatchObject({ locked: true, transcript: { content: expect.stringMatching(/^[▒ ]+$/) } })
  })

  it('lists its documents with their count', async () => {
    const answer = await ask(tiro, '/notes/note-0002/documents')
    expect(answer.body).toMatchObject({ content: [{ locale: 'ko_KR' }, { locale: 'en_US' }], totalSize: 2 })
    expect((await ask(tiro, '/notes/note-0002/documents?templateId=template-none')).body).toEqual({
      content: [],
      totalSize: 0,
    })
  })

  it('keeps its only share link', async () => {
    const put = (body: unknown) => ask(tiro, '/notes/note-0002/share-link', { method: 'PUT', body })
    const link = { shareId: 'made-1', shareUrl: 'https://tiro.ooo/s/made-1' }
    expect((await put({})).body).toEqual({ ...link, hasPassword: false })
    expect((await put({ usePassword: true })).body).toEqual({ ...link, hasPassword: true })
    expect((await put({ usePassword: 'yes' })).status).toBe(400)
    expect((await put('{oops')).status).toBe(400)
  })
})

describe('facts 3: a note that is being recorded', () => {
  it('grows by the clock, its newest paragraph without a summary, until it ends', async () => {
    const clock = new Clock()
    const live = createTiro({ clock })
    const paragraphs = async () => (await list(live, '/notes/note-live/paragraphs')).content
    const before = await paragraphs()
    expect(before).toHaveLength(2)
    expect(before[1]).toMatchObject({ summary: { content: null } })

    clock.advance(90_000)
    const after = await paragraphs()
    expect(after).toHaveLength(4)
    expect(after.slice(0, 2).map(({ uuid }) => uuid)).toEqual(before.map(({ uuid }) => uuid))
    expect(after[1]).toMatchObject({ summary: { content: expect.any(String) } })
    expect((await ask(live, '/notes/note-live')).body).toMatchObject({
      recordingStartAt: '2026-11-21T08:57:00.000Z',
      recordingEndAt: null,
      recordingDurationSeconds: null,
      updatedAt: '2026-11-21T09:01:10.000Z',
    })

    clock.advance(3_600_000)
    const ended = await paragraphs()
    expect(ended.some(({ locked }) => locked)).toBe(false)
    expect(ended.at(-1)).toMatchObject({ timeTo: '2026-11-21T09:27:00.000Z' })
    expect((await ask(live, '/notes/note-live')).body).toMatchObject({
      recordingEndAt: '2026-11-21T09:27:00.000Z',
      recordingDurationSeconds: 1800,
    })
  })
})

describe('facts 3: summaries', () => {
  it('are read one by one, as markdown or plain', async () => {
    const one = '/notes/note-0024/summaries/summary-0011'
    expect((await ask(tiro, one)).body).toMatchObject({
      content: { type: 'text/markdown', content: expect.stringContaining('# 분기 회고') },
    })
    expect((await ask(tiro, `${one}?format=text/plain`)).body).toMatchObject({
      content: { type: 'text/plain', content: '분기 회고\n\n잘한 점: 꾸준한 배포\n아쉬운 점: 문서 부족' },
    })
    expect((await ask(tiro, `${one}?format=text/html`)).status).toBe(400)
    expect((await ask(tiro, '/notes/note-0002/summaries/summary-0011')).status).toBe(404)
  })
})
