import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask, list, walk } from './ask.ts'
import { createTiro, WORKSPACES } from './index.ts'

const path = `/workspaces/${WORKSPACES.main}/notes`
const tiro = createTiro({ clock: new Clock() })
// The limit is not tested here.
tiro.switches.rateLimit.requests = 1e6
const guids = (found: Record<string, unknown>[]) => found.map(({ guid }) => guid)
const titles = (found: Record<string, unknown>[]) => found.map(({ title }) => title)

describe('facts 3: the list of notes', () => {
  it('contains the notes of the workspace, newest first', async () => {
    const { content, nextCursor } = await list(tiro, path)
    expect(content).toHaveLength(25)
    expect(nextCursor).toBeNull()
    expect(content[0]).toMatchObject({ guid: 'note-live' })
    const dates = content.map(({ createdAt }) => Date.parse(String(createdAt)))
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
  })

  it('gives the same notes whatever the page size', async () => {
    const whole = guids((await list(tiro, path)).content)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (size) => {
        const { found, lengths } = await walk(tiro, path, size)
        expect(guids(found)).toEqual(whole)
        expect(lengths.slice(0, -1).every((length) => length === size)).toBe(true)
      }),
      { numRuns: 12 },
    )
  })

  it.each([
    [path, '200', 200],
    [path, '201', 400],
    ['/notes', '1000', 200],
    ['/notes', '1001', 400],
    [path, '0', 400],
    [path, '-1', 400],
    [path, '2.5', 400],
    [path, 'many', 400],
  ])('%s takes size %s with %i', async (at, size, status) => {
    const answer = await ask(tiro, `${at}?size=${size}`)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body).toMatchObject({ error: { code: 400000, detail: { field: 'size' } } })
  })

  it('sends a hundred when no size is named', async () => {
    const crowded = createTiro()
    const [first] = crowded.state.notes
    if (first) for (let n = 0; n < 120; n += 1) crowded.state.notes.push({ ...first, guid: `note-more-${n}` })
    expect((await list(crowded, path)).content).toHaveLength(100)
    expect((await list(crowded, '/notes')).content).toHaveLength(100)
  })

  it('refuses a cursor that it did not give', async () => {
    expect((await ask(tiro, `${path}?cursor=abc`)).status).toBe(400)
  })

  it('gives no next page with a keyword, however many match', async () => {
    const { content, nextCursor } = await list(tiro, `${path}?size=3&keyword=${encodeURIComponent('주간')}`)
    expect(titles(content)).toEqual(['제품 주간 회의 11월 3주', '제품 주간 회의 11월 2주', '제품 주간 회의 11월 1주'])
    expect(nextCursor).toBeNull()
  })

  it.each([
    ['INTERVIEW', 3],
    ['大阪', 4],
    ['주간'.normalize('NFD'), 7],
    ['nothing like it', 0],
    ['견적 회고', 0],
    ['지난주 지표', 11],
    ['회의 주간', 7],
  ])('finds titles and paragraphs with %s', async (keyword, count) => {
    expect((await list(tiro, `${path}?keyword=${encodeURIComponent(keyword)}`)).content).toHaveLength(count)
  })

  it('refuses a keyword to the key of a team', async () => {
    const team = createTiro()
    team.switches.keyword = 'refused'
    expect((await ask(team, `${path}?keyword=x`)).status).toBe(400)
    expect((await ask(team, path)).status).toBe(200)
  })

  it('narrows to a folder', async () => {
    const { content } = await list(tiro, `${path}?folderId=folder-osaka`)
    expect(guids(content)).toEqual(['note-0023', 'note-0018', 'note-0011', 'note-0005'])
    expect((await list(tiro, `${path}?folderId=folder-none`)).content).toEqual([])
  })

  it('filters by creation time, both ends included', async () => {
    const query = 'createdAtFrom=2026-11-02T01:00:00Z&createdAtTo=2026-11-05T15:00:00%2B09:00'
    const { content } = await list(tiro, `${path}?${query}`)
    expect(guids(content)).toEqual(['note-0018', 'note-0017', 'note-0016', 'note-0015'])
    expect((await ask(tiro, `${path}?createdAtFrom=yesterday`)).status).toBe(400)
  })
})
