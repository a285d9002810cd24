import { expect, it } from 'vitest'
import { blockId, PAGES, projectId } from '../../../simulators/workspace/index.ts'
import { lastCall, type Stage, setStage, told } from '../stage.ts'

/** Single blocks (docs/spec/workspace.md, "Pages, Markdown and blocks"). */

const list = async (stage: Stage, id: string = projectId(1)) =>
  (await stage.v2(`GET /workspace/blocks/${id}/children`)).json.results as { id: string; type: string; text: string }[]
const update = (stage: Stage, id: string, body: object) => stage.v2(`PATCH /workspace/blocks/${id}`, body)
const remove = (stage: Stage, id: string) => stage.v2(`DELETE /workspace/blocks/${id}`)

async function open() {
  const stage = setStage()
  const blocks = await list(stage)
  const find = (type: string) => blocks.find((one) => one.type === type)?.id ?? ''
  return { stage, blocks, find }
}

it('lists the words of each block', async () => {
  const { blocks } = await open()
  expect(blocks.map(({ type, text }) => `${type}: ${text}`)).toEqual([
    'heading_2: Notes',
    'paragraph: Started in spring.',
    'to_do: Ask the printer',
  ])
})

it('changes the words of a block, and whether a to-do is done', async () => {
  const { stage, find } = await open()
  expect((await update(stage, find('paragraph'), { text: 'Started in May.' })).json.text).toBe('Started in May.')
  const done = await update(stage, find('to_do'), { checked: true })
  expect(done.json).toMatchObject({ success: true, text: 'Ask the printer', content: { checked: true } })
  expect(JSON.parse(lastCall(stage).body)).toEqual({ to_do: { checked: true } })
})

it('takes the link to a block, whose id stands behind that of its page', async () => {
  const { stage, find } = await open()
  const id = find('paragraph')
  const link = `https://app.notion.com/p/Spring-${projectId(1).replaceAll('-', '')}#${id.replaceAll('-', '')}`
  const answer = await update(stage, encodeURIComponent(link), { text: 'New' })
  expect([answer.status, answer.json.id]).toEqual([200, id])
})

it('passes on fields as the service has them', async () => {
  const { stage, find } = await open()
  const answer = await update(stage, find('paragraph'), { content: { color: 'red' } })
  expect(answer.json).toMatchObject({ text: 'Started in spring.', content: { color: 'red' } })
})

it('moves a block to the trash with what stands in it, once', async () => {
  const { stage, find } = await open()
  const id = find('paragraph')
  expect((await remove(stage, id)).json).toMatchObject({ success: true, id, in_trash: true })
  expect((await list(stage)).map(({ type }) => type)).toEqual(['heading_2', 'to_do'])
  const calls = stage.called().length
  expect((await remove(stage, id)).json).toMatchObject({ id, in_trash: true })
  expect(stage.called().slice(calls)).toEqual([`GET /v1/blocks/${id}`])
})

it.each([
  ['update', PAGES.onboarding, { text: 'x' }, 'block_id: is a page: workspace_update_page changes its title'],
  ['update', blockId(2), { checked: true }, 'checked: the block is a heading_1, not a to_do'],
  ['update', blockId(2), {}, 'text: is required, or checked or content'],
  ['update', blockId(2), { text: 'x', content: {} }, 'content: goes without text and checked'],
  [
    'update',
    'no-id',
    { text: 'x' },
    'block_id: must be the id of a block, or the link to it: workspace_list_block_children lists them',
  ],
] as const)('refuses to %s %s with %j', async (_, id, body, error) => {
  expect(told(await update(setStage(), id, body))).toEqual({ status: 400, json: { success: false, error } })
})

it('does not delete pages as blocks, and a block without words has none', async () => {
  const stage = setStage()
  expect((await remove(stage, PAGES.onboarding)).json.error).toBe(
    'block_id: is a page: workspace_delete_pages moves it to the trash',
  )
  const divider = (await list(stage, PAGES.handbook)).find(({ type }) => type === 'divider')?.id ?? ''
  expect((await update(stage, divider, { text: 'x' })).json.error).toBe(
    'text: a block of the type divider has no words: use content',
  )
  expect(stage.called().filter((line) => !line.startsWith('GET'))).toEqual([])
})
