import { describe, expect, it } from 'vitest'
import { PAGES, projectId } from '../../../simulators/workspace/index.ts'
import { lastCall, type Stage, setStage, told } from '../stage.ts'

/** Changes of a page's text in one place (docs/spec/workspace.md, "Pages, Markdown and blocks"). */

const edit = (body: object, stage: Stage, id: string = projectId(1), headers = {}) =>
  stage.v2(`PATCH /workspace/pages/${id}/markdown`, body, headers)

/** A page with this content, and the stage that it is on. */
async function written(markdown: string) {
  const stage = setStage()
  await stage.v2(`PUT /workspace/pages/${projectId(1)}/markdown`, { markdown, allow_deleting_content: true })
  stage.product.calls.length = 0
  return stage
}

/** What the page says after the edit. */
async function after(markdown: string, body: object): Promise<string> {
  const { status, json, text } = await edit(body, await written(markdown))
  expect(status, text).toBe(200)
  return json.markdown
}

const TOGGLE = '<details>\n<summary>More</summary>\n\tHidden\n</details>'
const TABLE = '<table header-row="true">\n\t<tr>\n\t\t<td>Status</td>\n\t</tr>\n</table>'
const CODE = '```js\nconst a = 1\n\tb()\n```'

describe('a text that stands on the page', () => {
  it.each([
    ['a word', 'One two three', { replace: 'two', markdown: '2' }, 'One 2 three'],
    ['a line and what follows', 'One\nTwo\nThree', { replace: 'One\nTwo', markdown: '- Both' }, '- Both\nThree'],
    ['with a blank line between, as people write', 'One\nTwo', { replace: 'One\n\nTwo\n', markdown: 'Both' }, 'Both'],
    ['with a sign that the Markdown escapes', 'It costs \\$5', { replace: '$5', markdown: '6' }, 'It costs 6'],
    ['by nothing', 'One\nTwo\nThree', { replace: 'Two', markdown: '' }, 'One\nThree'],
    ['everywhere', 'a b\na c', { replace: 'a', markdown: 'd', replace_all: true }, 'd b\nd c'],
    ['by signs that mean something elsewhere', 'One', { replace: 'One', markdown: 'a $& b' }, 'a \\$& b'],
  ])('is replaced: %s', async (_, page, body, expected) => {
    expect(await after(page, body)).toBe(expected)
  })

  it.each([
    ['a paragraph', 'One\nTwo', 'One', 'One\nNew\nTwo'],
    ['the end of the page', 'One\nTwo', 'Two', 'One\nTwo\nNew'],
    ['a heading', '## Rules\n- Be kind', 'Rules', '## Rules\nNew\n- Be kind'],
    ['a block with blocks in it', '- One\n\t- Deep\n- Two', 'One', '- One\n\t- Deep\nNew\n- Two'],
    ['a block in a block, as deep', '- One\n\t- Deep\n- Two', 'Deep', '- One\n\t- Deep\n\tNew\n- Two'],
    ['a toggle, by its summary', `${TOGGLE}\nEnd`, 'More', `${TOGGLE}\nNew\nEnd`],
    ['a table, by a cell', `${TABLE}\nEnd`, 'Status', `${TABLE}\nNew\nEnd`],
    ['code, by a line of it', `${CODE}\nEnd`, 'const a', `${CODE}\nNew\nEnd`],
  ])('is followed by new text: %s', async (_, page, insert_after, expected) => {
    expect(await after(page, { insert_after, markdown: 'New' })).toBe(expected)
  })

  it('is not needed to append', async () => {
    const stage = await written('One')
    expect((await edit({ append: true, markdown: '- Two' }, stage)).json.markdown).toBe('One\n- Two')
    expect(stage.called()).toEqual([`PATCH /v1/pages/${projectId(1)}/markdown`])
  })
})

it.each([
  [
    { replace: 'Nowhere', markdown: 'x' },
    'replace: this text does not stand on the page as workspace_get_page_markdown shows it: quote a part of one line',
  ],
  [
    { insert_after: 'a', markdown: 'x' },
    'insert_after: this text stands 2 times on the page: give more of what stands around it',
  ],
  [
    { replace: 'a', markdown: 'x' },
    'replace: this text stands 2 times on the page: give more of what stands around it, or replace_all true',
  ],
  [{ markdown: 'x' }, 'replace: is required, or insert_after or append true in its place, only one of them'],
  [
    { replace: 'a', append: true, markdown: 'x' },
    'replace: is required, or insert_after or append true in its place, only one of them',
  ],
  [{ append: true, markdown: ' ' }, 'markdown: must not be empty, except to remove what is replaced'],
  [{ insert_after: 'a b', markdown: 'x', replace_all: true }, 'replace_all: goes only with replace'],
])('refuses what it cannot place, and writes nothing: %j', async (body, error) => {
  const stage = await written('a b\na c')
  expect(told(await edit(body, stage))).toEqual({ status: 400, json: { success: false, error } })
  expect(stage.called().filter((line) => line.startsWith('PATCH'))).toEqual([])
})

it('keeps child pages: the product refuses to remove one', async () => {
  const stage = setStage()
  const { json } = await stage.v2(`GET /workspace/pages/${PAGES.handbook}/markdown`)
  const [line] = json.markdown.split('\n').filter((one: string) => one.startsWith('<page '))
  expect((await edit({ replace: line, markdown: '' }, stage, PAGES.handbook)).status).toBe(400)
  expect(JSON.parse(lastCall(stage).body).update_content).toEqual({ content_updates: [{ old_str: line, new_str: '' }] })
})

it('is made once for an Idempotency-Key', async () => {
  const stage = await written('One')
  const ask = () => edit({ insert_after: 'One', markdown: 'Two' }, stage, projectId(1), { 'Idempotency-Key': 'edit-1' })
  const [first, second] = [await ask(), await ask()]
  expect([first.json.markdown, second.json.markdown]).toEqual(['One\nTwo', 'One\nTwo'])
  expect(second.headers.get('Idempotent-Replayed')).toBe('true')
})

it('is free to be sent again with its key when only the page could not be read', async () => {
  const stage = await written('One')
  const ask = () => edit({ replace: 'One', markdown: 'Two' }, stage, projectId(1), { 'Idempotency-Key': 'edit-2' })
  stage.product.fail({ kind: 'status', status: 500 }, { times: 1, on: ({ method }) => method === 'GET' })
  expect((await ask()).status).toBe(502)
  const second = await ask()
  expect([second.status, second.json.markdown]).toEqual([200, 'Two'])
})

it('is never sent again with its key when its answer was lost', async () => {
  const stage = await written('One')
  const ask = () => edit({ append: true, markdown: 'Two' }, stage, projectId(1), { 'Idempotency-Key': 'edit-3' })
  stage.product.fail({ kind: 'cut' }, { on: ({ method }) => method === 'PATCH' })
  for (const answer of [await ask(), await ask()])
    expect([answer.status, answer.json.error]).toEqual([502, expect.stringContaining('is not known')])
  expect(stage.called().filter((line) => line.startsWith('PATCH'))).toHaveLength(1)
})
