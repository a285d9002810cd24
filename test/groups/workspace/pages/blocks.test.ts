import { expect, it } from 'vitest'
import { blockMarkdown } from '../../../../src/groups/workspace/blocks/markdown.ts'
import { PAGES } from '../../../upstreams/workspace/index.ts'
import { refused, setStage, told } from '../stage.ts'

const at = (id: string, query = '') => `GET /workspace/blocks/${id}/children${query}`

it("reads each block of a page as Markdown, together with the service's own data", async () => {
  const { v2, called } = setStage()
  const { json } = await v2(at(PAGES.handbook))
  expect(json).toMatchObject({ success: true, object: 'list', next_cursor: null, has_more: false })
  expect(json.results[0]).toMatchObject({
    type: 'heading_1',
    markdown: '# 안내서 🎯',
    has_children: false,
    archived: false,
    in_trash: false,
    content: { color: 'blue', rich_text: [{ plain_text: '안내서 🎯' }] },
  })
  const read = json.results.map(({ markdown }: { markdown: string | null }) => markdown)
  expect(read).toContain('> Measure twice,<br>cut once')
  expect(read).toContain('```typescript\nconst answer = 6 * 7 // not *emphasis*\n```')
  expect(read).toContain('[https://haneul.example/map](https://haneul.example/map)')
  expect(read.filter((markdown: string | null) => markdown === null)).toHaveLength(1)
  expect(called()).toEqual([`GET /v1/blocks/${PAGES.handbook}/children?page_size=100`])
})

it('goes from page to page, and into a block', async () => {
  const { v2 } = setStage()
  const all = (await v2(at(PAGES.handbook))).json.results
  const first = (await v2(at(PAGES.handbook, '?page_size=5'))).json
  const rest = (await v2(at(PAGES.handbook, `?start_cursor=${first.next_cursor}`))).json
  expect([...first.results, ...rest.results]).toEqual(all)
  const table = all.find(({ type }: { type: string }) => type === 'table')
  expect((await v2(at(table.id))).json.results.map(({ markdown }: { markdown: string }) => markdown)).toEqual([
    '| Status | Owner |',
    '| 진행 중 | Ada |',
  ])
})

it.each([
  [PAGES.diary, 404, /^Could not find block/],
  ['abc', 400, /block_id should be a valid uuid/],
] as const)('of %s is the failure of the product', async (id, status, message) => {
  const { v2 } = setStage()
  expect(told(await v2(at(id)))).toEqual(refused(status, expect.stringMatching(message)))
})

const words = (plain_text: string, look: object = {}, more: object = {}) => ({
  type: 'text',
  plain_text,
  annotations: look,
  ...more,
})

it.each<[string, object | undefined, string | null]>([
  [
    'paragraph',
    { rich_text: [words('a*b '), words('c', { bold: true }), words(' d', { bold: true, italic: true })] },
    'a\\*b **c** ***d***',
  ],
  [
    'paragraph',
    { rich_text: [words('red', { color: 'red_background', underline: true })] },
    '<span color="red_bg"><span underline="true">red</span></span>',
  ],
  [
    'paragraph',
    { rich_text: [words('site', {}, { href: 'https://a.example/(b)' })] },
    '[site](https://a.example/\\(b\\))',
  ],
  ['paragraph', { rich_text: [{ type: 'equation', plain_text: 'x', equation: { expression: 'x^2' } }] }, '$x^2$'],
  [
    'paragraph',
    {
      rich_text: [
        {
          type: 'mention',
          plain_text: '2026-11-21',
          mention: { type: 'date', date: { start: '2026-11-21', end: null } },
        },
      ],
    },
    '<mention-date start="2026-11-21"/>',
  ],
  [
    'paragraph',
    { rich_text: [{ type: 'mention', plain_text: 'Leads', mention: { type: 'database', database: { id: 'x' } } }] },
    'Leads',
  ],
  ['paragraph', { rich_text: [words('a`b', { code: true })] }, '``a`b``'],
  ['paragraph', { rich_text: [words('- no list')] }, '\\- no list'],
  ['heading_4', { rich_text: [] }, '####'],
  ['to_do', { rich_text: [words('done')], checked: true }, '- [x] done'],
  ['numbered_list_item', { rich_text: [words('one')] }, '1. one'],
  [
    'callout',
    { rich_text: [words('ask')], icon: { type: 'emoji', emoji: '💡' } },
    '<callout icon="💡">\n\task\n</callout>',
  ],
  ['toggle', { rich_text: [words('more')] }, '<details>\n<summary>more</summary>\n</details>'],
  ['code', { rich_text: [words('a\n```')], language: 'plain text' }, '````\na\n```\n````'],
  ['image', { type: 'file', file: { url: 'https://a.example/b' }, caption: [] }, '![](https://a.example/b)'],
  [
    'pdf',
    { external: { url: 'https://a.example/b' }, caption: [words('c')] },
    '<pdf src="https://a.example/b">c</pdf>',
  ],
  ['equation', { expression: 'e' }, '$$\ne\n$$'],
  ['divider', {}, '---'],
  ['child_database', { title: 'Leads' }, 'Leads'],
  [
    'meeting_notes',
    { title: [words('주간 회의 '), words('1', { bold: true })], status: 'notes_ready' },
    '주간 회의 **1**',
  ],
  ['transcription', { title: [words('Call')], children: {} }, 'Call'],
  ['meeting_notes', { status: 'transcription_not_started' }, ''],
  ['column_list', {}, null],
  ['synced_block', {}, null],
  ['newest', { rich_text: [words('words all the same')] }, 'words all the same'],
  ['paragraph', undefined, ''],
])('a %s of %j', (type, content, markdown) => {
  expect(blockMarkdown(type, content)).toBe(markdown)
})
