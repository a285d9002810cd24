import { beforeAll, describe, expect, it } from 'vitest'
import { GUIDES } from '../../../scripts/support/guides.ts'
import { type Entry, find, GUIDE_WORDS, PRODUCTS, toEntry } from '../../../src/pages/docs/search.ts'
import { readPrinted } from './docs-reference.ts'

/** The search of the reference page, with the generated document. */
let printed: Awaited<ReturnType<typeof readPrinted>>
let entries: Entry[]
beforeAll(async () => {
  printed = await readPrinted()
  entries = printed.operations.map(toEntry)
})

const found = (query: string) => [...(find(entries, query)?.keys() ?? [])]

it('every operation has a name in Korean, and every group its product', () => {
  expect(printed.operations.filter(({ korean }) => !korean).map(({ id }) => id)).toEqual([])
  const groups = new Set(printed.operations.map(({ group }) => group))
  expect([...groups].filter((group) => group !== 'gateway' && !PRODUCTS[group])).toEqual([])
})

it.each([
  ['Plaud', 'recorder'],
  ['플라우드', 'recorder'],
  ['녹음', 'recorder'],
  ['notion', 'workspace'],
  ['노션', 'workspace'],
  ['쿠팡', 'shop'],
  ['녹음파일', 'recorder'],
  ['결제선생', 'payment'],
  ['카톡', 'payment'],
  ['kakao', 'payment'],
  ['slack', 'events'],
  ['유튜브', 'video'],
  ['스레드', 'social'],
  ['티로', 'notes'],
])('%s finds all of %s', (query, group) => {
  const own = printed.operations.filter((operation) => operation.group === group).map(({ id }) => id)
  expect(found(query)).toEqual(expect.arrayContaining(own))
})

it.each([
  ['refund', 'payment_cancel_bill'],
  ['환불', 'payment_cancel_bill'],
  ['folder rename', 'recorder_change_tag'],
  ['녹음 전사', 'recorder_get_transcript'],
  ['노션 검색', 'workspace_search'],
  ['download', 'recorder_get_audio_url'],
  ['srt', 'video_get_transcript'],
  ['녹음파일', 'recorder_list_files'],
  ['카톡', 'payment_request_bill'],
  ['슬랙', 'events_create_subscription'],
  ['GET /recorder/search', 'recorder_search'],
])('%s finds %s', (query, id) => {
  expect(found(query)).toContain(id)
})

const guides = (query: string) => {
  const all = Object.entries(GUIDE_WORDS).map(([id, words]) => ({ id, names: words, texts: [] }))
  return [...(find(all, query)?.keys() ?? [])]
}

it.each([
  ['중계', 'relay'],
  ['고정 IP', 'relay'],
  ['고정ip', 'relay'],
  ['webhook', 'events'],
  ['429', 'limits'],
  ['CORS', 'browser'],
  ['카톡', 'payssam'],
  ['slack', 'events'],
  ['kakao', 'payssam'],
  ['재시도', 'retries'],
  ['녹음', 'plaud'],
  ['노션', 'notion'],
  ['미납', 'payssam'],
  ['mcp', 'agents'],
  ['pagination', 'paging'],
  ['페이지네이션', 'paging'],
  ['unauthorized', 'authentication'],
])('%s finds the guide %s in both languages', (query, name) => {
  expect(guides(query)).toContain(name)
})

it('only guides that exist have search words, in lower case', () => {
  expect(GUIDES).toEqual(expect.arrayContaining(Object.keys(GUIDE_WORDS)))
  for (const words of Object.values(GUIDE_WORDS)) expect(words).toBe(words.toLowerCase())
})

describe('what is found in a description', () => {
  it('is shown, shortened on both sides', () => {
    const text = `${'a'.repeat(100)} needle ${'b'.repeat(100)}`
    const result = find([{ id: 'one', names: 'name', texts: ['other', text] }], 'NAME needle')
    expect(result?.get('one')).toBe(`…${'a'.repeat(59)} needle ${'b'.repeat(59)}…`)
  })

  it('is not shown for a match by name', () => {
    expect(find([{ id: 'one', names: 'name', texts: ['name'] }], 'name')).toEqual(new Map([['one', undefined]]))
  })

  it('needs every word', () => {
    const one = { id: 'one', names: 'name', texts: ['a text'] }
    expect(find([one], 'name nowhere')).toEqual(new Map())
    expect(find([one], '  ')).toBeUndefined()
  })
})
