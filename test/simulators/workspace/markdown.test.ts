import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { api } from './call.ts'
import { createNotion, NOTION_TOKENS, type NotionSimulator, PAGES, projectId, USERS } from './index.ts'

const notion = () => createNotion({ clock: new Clock() })
const line = (verb: string, id: string) => `${verb} /v1/pages/${id}/markdown`

const replace = (product: NotionSimulator, new_str: string, more: object = {}, id: string = PAGES.onboarding) =>
  api(product, line('PATCH', id), { type: 'replace_content', replace_content: { new_str, ...more } })

const insert = (product: NotionSimulator, insert_content: object, id: string = PAGES.onboarding) =>
  api(product, line('PATCH', id), { type: 'insert_content', insert_content })

const readMarkdown = async (product: NotionSimulator, id: string = PAGES.onboarding) =>
  (await api(product, line('GET', id))).body.markdown

describe('GET /v1/pages/{id}/markdown', () => {
  it('prints the handbook, of which a bookmark is unknown', async () => {
    const { body } = await api(notion(), line('GET', PAGES.handbook))
    expect(body).toMatchObject({ object: 'page_markdown', id: PAGES.handbook, truncated: true })
    expect(body.unknown_block_ids).toHaveLength(1)
    const printed = String(body.markdown).split('\n')
    expect(printed[0]).toBe('# 안내서 🎯 {color="blue"}')
    expect(printed).toContain('\t- [x] Tested')
    expect(printed).toContain('> Measure twice,<br>cut once')
    expect(printed.at(-2)).toBe(
      `<page url="https://www.notion.so/${PAGES.onboarding.replaceAll('-', '')}">Onboarding</page>`,
    )
    expect(printed.at(-1)).toMatch(/^<unknown url="[^"]+" alt="bookmark"\/>$/)
  })

  it('ends at its limit of blocks, and returns the ids of the rest, which it accepts as well', async () => {
    const product = notion()
    product.switches.markdownBlocks = 2
    await replace(product, 'One\nTwo\n- Three\n\t- Four')
    const { body } = await api(product, line('GET', PAGES.onboarding))
    expect(body).toMatchObject({ truncated: true, markdown: expect.stringMatching(/^One\nTwo\n<unknown/) })
    const [id] = [body.unknown_block_ids].flat()
    expect(await readMarkdown(product, String(id))).toBe('- Three\n\t- Four')
  })

  it.each([
    [NOTION_TOKENS.full, PAGES.diary, 404],
    [NOTION_TOKENS.updateOnly, PAGES.onboarding, 403],
    [NOTION_TOKENS.stranger, PAGES.onboarding, 404],
  ])('with %s for %s is %i', async (token, id, status) => {
    expect((await api(notion(), line('GET', id), undefined, { token })).status).toBe(status)
  })
})

describe('writes', () => {
  it.each([
    ['a line is a block', 'One\nTwo\n\nThree', 'One\nTwo\nThree'],
    ['headings 5 and 6 are 4', '###### Six', '#### Six'],
    ['each line of a quote is a quote', '> a\n> b', '> a\n> b'],
    ['other signs of lists', '* a\n+ b\n3) c\n9. d', '- a\n- b\n1. c\n2. d'],
    ['spaces in the place of tabs', '- a\n  - b\n    - c\n- d', '- a\n\t- b\n\t\t- c\n- d'],
    [
      'a table of pipes',
      '| a | b |\n|---|---|\n| 1 | \\| |',
      '<table header-row="true">\n\t<tr>\n\t\t<td>a</td>\n\t\t<td>b</td>\n\t</tr>\n\t<tr>\n\t\t<td>1</td>\n\t\t<td>\\|</td>\n\t</tr>\n</table>',
    ],
    [
      'code in a list',
      '- a\n\t```js\n\tif (x) {\n\n\t\ty()\n\t}\n\t```',
      '- a\n\t```js\n\tif (x) {\n\t\n\t\ty()\n\t}\n\t```',
    ],
    ['emphasis in emphasis', '**a*b***, *a**b***, ***c***, *i***b**', '**a*b***, *a**b***, ***c***, *i***b**'],
    ['signs that nothing closes', '2 * 3 ** 4 ~~ 5 `6 $7', '2 \\* 3 \\*\\* 4 \\~\\~ 5 \\`6 \\$7'],
    ['an address', 'See https://a.example/b_c.', 'See [https://a.example/b_c](https://a.example/b_c).'],
    [
      'a colour',
      '<span color="red">r <span underline="true">u</span></span>',
      '<span color="red">r <span underline="true">u</span></span>',
    ],
    [
      'a date',
      '<mention-date start="2026-11-21" end="2026-11-22"/>',
      '<mention-date start="2026-11-21" end="2026-11-22"/>',
    ],
    ['an empty line', 'a\n<empty-block/>\nb', 'a\n<empty-block/>\nb'],
    ['what looks like another block', '\\# a\n\\- b\n1\\. c', '\\# a\n\\- b\n1\\. c'],
  ])('%s', async (_what, written, read) => {
    const product = notion()
    const { body } = await replace(product, written)
    expect(body.markdown).toBe(read)
    expect((await replace(product, read)).body.markdown).toBe(read)
  })

  it('cuts words into pieces of 2,000 characters, and shows them whole', async () => {
    const product = notion()
    const words = '가'.repeat(4500)
    expect((await replace(product, `**${words}**`)).body.markdown).toBe(`**${words}**`)
    const { body } = await api(product, `GET /v1/blocks/${PAGES.onboarding}/children`)
    const [{ paragraph }] = body.results as [{ paragraph: { rich_text: { plain_text: string }[] } }]
    expect(paragraph.rich_text.map(({ plain_text }) => plain_text.length)).toEqual([2000, 2000, 500])
  })
})

describe('PATCH /v1/pages/{id}/markdown', () => {
  it('inserts at the end, at the start and after a selection', async () => {
    const product = notion()
    await insert(product, { content: 'Last' })
    await insert(product, { content: 'First', position: { type: 'start' } })
    await insert(product, { content: 'Second', after: 'Fir...st' })
    expect(await readMarkdown(product)).toBe('First\nSecond\nFirst day\n- [ ] Get a key\nLast')
  })

  it('replaces a range, and by search', async () => {
    const product = notion()
    const at = line('PATCH', PAGES.onboarding)
    await api(product, at, {
      type: 'replace_content_range',
      replace_content_range: { content: 'Day one', content_range: 'First...day' },
    })
    const { body } = await api(product, at, {
      type: 'update_content',
      update_content: { content_updates: [{ old_str: 'Get a key', new_str: 'Get **two** keys' }] },
    })
    expect(body.markdown).toBe('Day one\n- [ ] Get **two** keys')
  })

  it('keeps a child page and a bookmark only if their tags are there', async () => {
    const product = notion()
    const { status, body } = await replace(product, 'Empty', {}, PAGES.handbook)
    expect([status, body.code]).toEqual([400, 'validation_error'])
    expect(body.message).toMatch(/child_page "Onboarding".*allow_deleting_content/)
    const tags = String(await readMarkdown(product, PAGES.handbook))
      .split('\n')
      .slice(-2)
      .join('\n')
    expect((await replace(product, tags, {}, PAGES.handbook)).body.markdown).toBe(tags)
    expect((await replace(product, 'Empty', { allow_deleting_content: true }, PAGES.handbook)).body.markdown).toBe(
      'Empty',
    )
    expect((await api(product, `GET /v1/pages/${PAGES.onboarding}`)).body.in_trash).toBe(true)
  })

  it.each<[object, string | RegExp]>([
    [{ type: 'insert_content', insert_content: { content: 'a', after: 'Nope' } }, /Could not find content/],
    [
      { type: 'insert_content', insert_content: { content: 'a', after: 'First', position: { type: 'end' } } },
      /should not both be present/,
    ],
    [
      { type: 'update_content', update_content: { content_updates: [{ old_str: 'x', new_str: '' }] } },
      /Could not find/,
    ],
    [{ type: 'update_content', update_content: { content_updates: [{ old_str: 'e', new_str: '' }] } }, /2 locations/],
    [{ type: 'replace_content', replace_content: { new_str: 1 } }, /new_str should be a string/],
    [{ type: 'erase' }, /insert_content should be defined/],
  ])('refuses %j', async (body, message) => {
    const product = notion()
    const answer = await api(product, line('PATCH', PAGES.onboarding), body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(answer.body.message).toMatch(message)
    expect(await readMarkdown(product)).toBe('First day\n- [ ] Get a key')
  })

  it('writes nothing into the trash, nor below it', async () => {
    const product = notion()
    expect((await insert(product, { content: 'a' }, PAGES.attic)).body.message).toMatch(/unarchive the block/)
    expect((await insert(product, { content: 'a' }, projectId(9))).body.message).toMatch(/unarchive the block/)
    await api(product, `PATCH /v1/pages/${PAGES.handbook}`, { in_trash: true })
    expect((await insert(product, { content: 'a' })).body.message).toMatch(/archived ancestor/)
  })

  it('needs the capability to update, and a page', async () => {
    const product = notion()
    const body = { type: 'insert_content', insert_content: { content: 'a' } }
    const readOnly = { token: NOTION_TOKENS.readOnly }
    expect((await api(product, line('PATCH', PAGES.onboarding), body, readOnly)).status).toBe(403)
    const { body: list } = await api(product, `GET /v1/blocks/${PAGES.onboarding}/children`)
    const [{ id }] = list.results as [{ id: string }]
    expect((await insert(product, { content: 'a' }, id)).body.message).toMatch(/is a block/)
  })
})

describe('POST /v1/pages with markdown', () => {
  it('makes a page below another, whose first heading is its title', async () => {
    const product = notion()
    const { body } = await api(product, 'POST /v1/pages', {
      parent: { page_id: PAGES.onboarding },
      markdown: '# Week one\nRead.',
    })
    expect(body).toMatchObject({
      parent: { type: 'page_id', page_id: PAGES.onboarding },
      properties: { title: { title: [{ plain_text: 'Week one' }] } },
      created_by: { id: USERS.bot },
    })
    expect(await readMarkdown(product, String(body.id))).toBe('Read.')
    expect(
      String(await readMarkdown(product))
        .split('\n')
        .at(-1),
    ).toMatch(/^<page url=".+">Week one<\/page>$/)
  })

  it.each<[object, string | RegExp]>([
    [{ parent: { page_id: PAGES.onboarding }, markdown: 'a', children: [] }, /not both/],
    [{ parent: { page_id: PAGES.attic } }, /unarchive/],
    [{ parent: { page_id: PAGES.diary } }, /^Could not find page/],
    [
      { parent: { page_id: PAGES.onboarding }, properties: { Budget: { number: 1 } } },
      'Budget is not a property that exists.',
    ],
  ])('refuses %j', async (body, message) => {
    expect((await api(notion(), 'POST /v1/pages', body)).body.message).toMatch(message)
  })
})
