import { expect, it } from 'vitest'
import { PAGES } from '../../../simulators/workspace/index.ts'
import { refused, setStage, told } from '../stage.ts'

const at = (id: string, query = '') => `GET /workspace/blocks/${id}/children${query}`

it('reads each block of a page as the service has it', async () => {
  const { v2, called } = setStage()
  const { json } = await v2(at(PAGES.handbook))
  expect(json).toMatchObject({ success: true, object: 'list', next_cursor: null, has_more: false })
  expect(json.results[0]).toMatchObject({
    type: 'heading_1',
    has_children: false,
    archived: false,
    in_trash: false,
    content: { color: 'blue', rich_text: [{ plain_text: '안내서 🎯' }] },
  })
  expect(called()).toEqual([`GET /v1/blocks/${PAGES.handbook}/children?page_size=100`])
})

it('goes from page to page, and into a block', async () => {
  const { v2 } = setStage()
  const all = (await v2(at(PAGES.handbook))).json.results
  const first = (await v2(at(PAGES.handbook, '?page_size=5'))).json
  const rest = (await v2(at(PAGES.handbook, `?start_cursor=${first.next_cursor}`))).json
  expect([...first.results, ...rest.results]).toEqual(all)
  const table = all.find(({ type }: { type: string }) => type === 'table')
  expect((await v2(at(table.id))).json.results.map(({ type }: { type: string }) => type)).toEqual([
    'table_row',
    'table_row',
  ])
})

it('takes the link to a block, and not the page in it', async () => {
  const { v2 } = setStage()
  const all = (await v2(at(PAGES.handbook))).json.results
  const table = all.find(({ type }: { type: string }) => type === 'table')
  const [page, block] = [PAGES.handbook, table.id].map((id) => id.replaceAll('-', ''))
  const link = encodeURIComponent(`https://www.notion.so/haneul/Handbook-${page}?pvs=4#${block}`)
  expect((await v2(at(link))).json.results).toEqual((await v2(at(table.id))).json.results)
})

it.each([
  [PAGES.diary, 404, /^Could not find block/],
  ['abc', 400, /^block_id: must be the id or the address of a page: workspace_search finds it/],
] as const)('of %s is the failure of the product', async (id, status, message) => {
  const { v2 } = setStage()
  expect(told(await v2(at(id)))).toEqual(refused(status, expect.stringMatching(message)))
})
