import { describe, expect, it } from 'vitest'
import { PAGES, projectId } from '../../../simulators/workspace/index.ts'
import { type Stage, setStage, told } from '../stage.ts'

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
const CALLOUT = '<callout icon="💡">\n\tNote\n\t- Deep\n</callout>'
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
    ['without the line break behind it', 'One\nTwo\nThree', { replace: 'Two\n', markdown: 'Both' }, 'One\nBoth\nThree'],
    ['with a backslash at its end', 'C:\\\\dir', { replace: 'C:\\', markdown: 'D:\\\\' }, 'D:\\\\dir'],
    ['in code and outside of it', '`a$b`\na\\$b', { replace: 'a$b', markdown: 'c', replace_all: true }, '`c`\nc'],
  ])('is replaced: %s', async (_, page, body, expected) => {
    expect(await after(page, body)).toBe(expected)
  })

  it.each([
    ['a tag', `A table\n${TABLE}`, { replace: 'table', markdown: 'chart', replace_all: true }, `A chart\n${TABLE}`],
    ['a tag, once', `A table\n${TABLE}`, { replace: 'table', markdown: 'chart' }, `A chart\n${TABLE}`],
    [
      'an address',
      '[guide](https://example.com/guide)',
      { replace: 'guide', markdown: 'manual', replace_all: true },
      '[manual](https://example.com/guide)',
    ],
    [
      'a color',
      'red <span color="red">red</span>',
      { replace: 'red', markdown: 'new', replace_all: true },
      'new <span color="red">new</span>',
    ],
    [
      'the color of a block',
      '- red {color="red"}\nEnd',
      { replace: 'red', markdown: 'new' },
      '- new {color="red"}\nEnd',
    ],
    ['a box', '- [x] x\n- [x] y', { replace: 'x', markdown: 'z' }, '- [x] z\n- [x] y'],
    ['the language of code', '```js\njs\n```', { replace: 'js', markdown: 'ts' }, '```js\nts\n```'],
  ])('stands apart from the same letters in %s', async (_, page, body, expected) => {
    expect(await after(page, body)).toBe(expected)
  })

  it.each([
    [
      'an address, wherever it stands',
      '[https://a.example/b](https://a.example/b)',
      { replace: 'https://a.example/b', markdown: 'https://a.example/c', replace_all: true },
      '[https://a.example/c](https://a.example/c)',
    ],
    ['a box that stands alone', '- [x] One\n- [ ] Two', { replace: '[ ]', markdown: '[x]' }, '- [x] One\n- [x] Two'],
  ])('may be %s', async (_, page, body, expected) => {
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
    ['a callout, by its text', `${CALLOUT}\nEnd`, 'Note', `${CALLOUT}\nNew\nEnd`],
    ['a block in a callout', `${CALLOUT}\nEnd`, 'Deep', `${CALLOUT.replace('Deep', 'Deep\n\tNew')}\nEnd`],
    ['a word that is the name of a tag, too', `A table\n${TABLE}`, 'table', `A table\nNew\n${TABLE}`],
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

it('refuses a text that stands in code and outside of it', async () => {
  const stage = await written('`a$b`\na\\$b')
  const { status, json } = await edit({ replace: 'a$b', markdown: 'c' }, stage)
  expect([status, json.error]).toEqual([400, expect.stringContaining('this text stands 2 times on the page')])
})

it('tells in the words of the request that another one changed the text first', async () => {
  const stage = await written('One')
  const answers = await Promise.all(['A', 'B'].map((markdown) => edit({ replace: 'One', markdown }, stage)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.json.error).toMatch(/^replace: this text does not stand/)
})

it('says when the product changed nothing, as for the title of a page below', async () => {
  const answer = await edit({ replace: 'Onboarding', markdown: 'Start' }, setStage(), PAGES.handbook)
  expect([answer.status, answer.json.warnings.at(-1)]).toEqual([
    200,
    expect.stringMatching(/^markdown: the page is as it was before/),
  ])
})

it('keeps child pages: the product refuses to remove one', async () => {
  const stage = setStage()
  const { json } = await stage.v2(`GET /workspace/pages/${PAGES.handbook}/markdown`)
  const [line] = json.markdown.split('\n').filter((one: string) => one.startsWith('<page '))
  expect((await edit({ replace: line, markdown: '' }, stage, PAGES.handbook)).status).toBe(400)
  const sent = stage.product.calls.find(({ method }) => method === 'PATCH')
  expect(JSON.parse(sent?.body ?? '').update_content).toEqual({ content_updates: [{ old_str: line, new_str: '' }] })
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
