import { expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { api } from './call.ts'
import { createNotion, NOTION_TOKENS, PAGES } from './index.ts'

const notion = () => createNotion({ clock: new Clock() })
const at = (verb: string, id: string, query = '') => `${verb} /v1/blocks/${id}/children${query}`
const text = (content: string) => [{ type: 'text', text: { content } }]
const paragraph = (content: string) => ({ paragraph: { rich_text: text(content) } })

it('lists the blocks of a page, and those within a block', async () => {
  const product = notion()
  const { body } = await api(product, at('GET', PAGES.handbook))
  const blocks = body.results as { id: string; type: string; has_children: boolean }[]
  expect(new Set(blocks.map(({ type }) => type)).size).toBeGreaterThan(13)
  const list = blocks.find(({ type, has_children }) => type === 'bulleted_list_item' && has_children)
  const inner = await api(product, at('GET', String(list?.id)))
  expect(inner.body.results).toMatchObject([
    { object: 'block', parent: { type: 'block_id', block_id: list?.id }, type: 'bulleted_list_item', in_trash: false },
  ])
})

it('pages through them', async () => {
  const product = notion()
  const first = await api(product, at('GET', PAGES.handbook, '?page_size=4'))
  expect(first.body).toMatchObject({ has_more: true, type: 'block' })
  const rest = await api(product, at('GET', PAGES.handbook, `?start_cursor=${first.body.next_cursor}`))
  const all = await api(product, at('GET', PAGES.handbook))
  expect([first, rest].flatMap(({ body }) => body.results)).toEqual(all.body.results)
})

it('appends blocks, of which Markdown does not know a bookmark', async () => {
  const product = notion()
  await api(product, at('PATCH', PAGES.onboarding), {
    children: [paragraph('More'), { bookmark: { url: 'https://a.example' } }],
  })
  const { body } = await api(product, `GET /v1/pages/${PAGES.onboarding}/markdown`)
  expect(body.markdown).toMatch(/\nMore\n<unknown url="[^"]+" alt="bookmark"\/>$/)
})

it.each<[unknown, RegExp]>([
  [Array(101).fill(paragraph('a')), /children\.length should be ≤ `100`/],
  [[paragraph('x'.repeat(2001))], /content\.length should be ≤ `2000`/],
  [
    [
      {
        toggle: {
          rich_text: [],
          children: [{ toggle: { rich_text: [], children: [{ toggle: { rich_text: [], children: [] } }] } }],
        },
      },
    ],
    /children should be not present/,
  ],
  [[{ poem: {} }], /should be not present/],
  ['a', /should be an array/],
])('refuses %#', async (children, message) => {
  expect((await api(notion(), at('PATCH', PAGES.onboarding), { children })).body.message).toMatch(message)
})

it.each([
  [at('PATCH', PAGES.onboarding), NOTION_TOKENS.updateOnly, 403],
  [at('GET', PAGES.onboarding), NOTION_TOKENS.insertOnly, 403],
  [at('GET', PAGES.diary), NOTION_TOKENS.full, 404],
  [at('GET', 'abc'), NOTION_TOKENS.full, 400],
  [at('GET', PAGES.handbook, '?page_size=101'), NOTION_TOKENS.full, 400],
])('%s with %s is %i', async (line, token, status) => {
  const body = line.startsWith('PATCH') ? { children: [paragraph('a')] } : undefined
  expect((await api(notion(), line, body, { token })).status).toBe(status)
})

it('accepts three requests a second of one token, if the switch says so', async () => {
  const clock = new Clock()
  const product = createNotion({ clock })
  product.switches.callsPerSecond = 3
  const ask = () => api(product, at('GET', PAGES.handbook))
  const answers = await Promise.all([ask(), ask(), ask(), ask()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(answers[3]?.headers.get('retry-after')).toBe('1')
  clock.advance(1000)
  expect((await ask()).status).toBe(200)
})
