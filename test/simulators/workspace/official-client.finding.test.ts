import {
  APIErrorCode,
  collectPaginatedAPI,
  type GetPagePropertyResponse,
  isFullComment,
  isFullPageOrDataSource,
} from '@notionhq/client'
import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import {
  commentId,
  createNotion,
  DATA_SOURCES,
  discussionId,
  NOTION_TOKENS,
  projectId,
  taskId,
  USERS,
  WORKSPACES,
} from './index.ts'
import { officialClient } from './official-client.ts'

const readCode = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => Object(error).code,
  )

const getIds = ({ results }: { results: readonly { id: string }[] }) => results.map(({ id }) => id)

describe('the search', () => {
  const api = officialClient(createNotion({ clock: new Clock() }))

  it('finds by words of the title, most recently edited first', async () => {
    expect(getIds(await api.search({ query: 'design' }))).toEqual([projectId(6)])
    const { results } = await api.search({ page_size: 3 })
    const edited = results.map((one) => (isFullPageOrDataSource(one) ? one.last_edited_time : ''))
    expect(edited).toEqual([...edited].sort().reverse())
  })

  it('finds only pages or only data sources, and nothing that is not shared', async () => {
    const sources = await api.search({ filter: { property: 'object', value: 'data_source' } })
    expect(getIds(sources)).toContain(DATA_SOURCES.projects)
    expect(getIds(sources)).not.toContain(DATA_SOURCES.salaries)
    const pages = await collectPaginatedAPI(api.search, { filter: { property: 'object', value: 'page' }, page_size: 7 })
    expect(new Set(pages.map(({ object }) => object))).toEqual(new Set(['page']))
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
  })

  it('sorts by time either way', async () => {
    const sorted = async (direction: 'ascending' | 'descending') =>
      (
        await collectPaginatedAPI(api.search, { sort: { timestamp: 'last_edited_time', direction }, page_size: 100 })
      ).map((one) => (isFullPageOrDataSource(one) ? one.last_edited_time : ''))
    expect(await sorted('ascending')).toEqual((await sorted('descending')).reverse())
  })
})

describe('users', () => {
  it('returns the owner of the token, whatever the token may do', async () => {
    const notion = createNotion()
    const me = await officialClient(notion, NOTION_TOKENS.insertOnly).users.me({})
    expect(me).toMatchObject({ id: USERS.bot, type: 'bot', bot: { workspace_id: WORKSPACES.haneul } })
    expect(await readCode(officialClient(notion, NOTION_TOKENS.readOnly).users.list({}))).toBe(
      APIErrorCode.RestrictedResource,
    )
  })
})

const getList = (answer: GetPagePropertyResponse) => {
  if (answer.object !== 'list') throw new Error('no list')
  return answer
}

describe('the items of a property', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ id: taskId((index % 7) + 1) }))

  it('come in pages, whatever is more than a page shows', async () => {
    const notion = createNotion()
    notion.state.rows.find(({ id }) => id === projectId(1))?.values.set('Tasks', many)
    const asked = { page_id: projectId(1), property_id: 'task' }
    const first = getList(await officialClient(notion).pages.properties.retrieve(asked))
    expect(first).toMatchObject({ has_more: true, property_item: { type: 'relation', relation: {} } })
    expect(first.results).toHaveLength(25)
    expect(first.property_item.next_url).toContain(`start_cursor=${first.next_cursor}`)
    const rest = getList(
      await officialClient(notion).pages.properties.retrieve({
        ...asked,
        start_cursor: first.next_cursor,
        page_size: 100,
      }),
    )
    expect(rest).toMatchObject({ has_more: false, next_cursor: null })
    expect(rest.results).toHaveLength(35)
  })

  it.each<[string, object]>([
    ['%3Abdg', { object: 'property_item', id: '%3Abdg', type: 'number', number: 12_000_000 }],
    ['title', { object: 'list', results: [{ type: 'title', title: { plain_text: 'Brand renewal' } }] }],
    ['r-sm', { object: 'list', property_item: { type: 'rollup', rollup: { type: 'number', function: 'sum' } } }],
    ['r-nm', { object: 'list', results: [{ type: 'title' }, { type: 'title' }] }],
  ])('%s', async (property_id, expected) => {
    const answer = await officialClient(createNotion()).pages.properties.retrieve({
      page_id: projectId(1),
      property_id,
    })
    expect(answer).toMatchObject(expected)
  })

  it('returns the result of a rollup with its last page', async () => {
    const notion = createNotion()
    notion.state.rows.find(({ id }) => id === projectId(1))?.values.set('Tasks', many)
    const answer = await officialClient(notion).pages.properties.retrieve({
      page_id: projectId(1),
      property_id: 'r-ct',
    })
    expect(answer).toMatchObject({ has_more: true, property_item: { rollup: { type: 'incomplete' } } })
  })

  it('knows only ids', async () => {
    const asked = { page_id: projectId(1), property_id: 'Budget' }
    expect(await readCode(officialClient(createNotion()).pages.properties.retrieve(asked))).toBe(
      APIErrorCode.ObjectNotFound,
    )
  })
})

describe('comments', () => {
  it('are listed, replied to and started', async () => {
    const api = officialClient(createNotion())
    const page = { page_id: projectId(1) }
    expect(getIds(await api.comments.list({ block_id: projectId(1) }))).toEqual([1, 2, 3].map(commentId))
    const answer = await api.comments.create({ discussion_id: discussionId(1), markdown: 'Is **done**' })
    expect(isFullComment(answer) && answer.rich_text.map(({ plain_text }) => plain_text)).toEqual(['Is ', 'done'])
    const begun = await api.comments.create({ parent: page, rich_text: [{ text: { content: 'New' } }] })
    expect(begun).toMatchObject({ parent: page, display_name: { type: 'integration', resolved_name: 'Latchkey' } })
    expect(await collectPaginatedAPI(api.comments.list, { block_id: projectId(1), page_size: 2 })).toHaveLength(5)
  })

  it('need their own capabilities', async () => {
    const api = officialClient(createNotion(), NOTION_TOKENS.readOnly)
    expect(await readCode(api.comments.list({ block_id: projectId(1) }))).toBe(APIErrorCode.RestrictedResource)
    const begun = api.comments.create({ parent: { page_id: projectId(1) }, markdown: 'No' })
    expect(await readCode(begun)).toBe(APIErrorCode.RestrictedResource)
  })

  it('take 2000 characters a piece, and no page in the trash', async () => {
    const api = officialClient(createNotion())
    const long = { parent: { page_id: projectId(1) }, rich_text: [{ text: { content: 'a'.repeat(2001) } }] }
    expect(await readCode(api.comments.create(long))).toBe(APIErrorCode.ValidationError)
    await api.pages.update({ page_id: projectId(1), in_trash: true })
    const late = api.comments.create({ parent: { page_id: projectId(1) }, markdown: 'Late' })
    expect(await readCode(late)).toBe(APIErrorCode.ValidationError)
  })
})

describe('imports of files', () => {
  const external = { mode: 'external_url', external_url: 'https://cdn.example/plan.pdf' } as const

  it('are pending, then uploaded, then attached', async () => {
    const clock = new Clock()
    const notion = createNotion({ clock })
    const api = officialClient(notion)
    const { id, status } = await api.fileUploads.create(external)
    expect(status).toBe('pending')
    const files = { Attachments: { files: [{ file_upload: { id } }] } }
    expect(await readCode(api.pages.update({ page_id: projectId(5), properties: files }))).toBe('validation_error')
    clock.advance(notion.switches.importMs)
    expect(await api.fileUploads.retrieve({ file_upload_id: id })).toMatchObject({
      status: 'uploaded',
      filename: 'plan.pdf',
      file_import_result: { type: 'success' },
    })
    const page = await api.pages.update({ page_id: projectId(5), properties: files })
    expect(page).toMatchObject({ properties: { Attachments: { files: [{ type: 'file', name: 'plan.pdf' }] } } })
    clock.advance(2 * 3_600_000)
    expect(await api.fileUploads.retrieve({ file_upload_id: id })).toMatchObject({ status: 'uploaded' })
  })

  it('fail, and tell why', async () => {
    const clock = new Clock()
    const notion = createNotion({ clock })
    notion.switches.importFailure = 'download_error'
    const { id } = await officialClient(notion).fileUploads.create(external)
    clock.advance(notion.switches.importMs)
    expect(await officialClient(notion).fileUploads.retrieve({ file_upload_id: id })).toMatchObject({
      status: 'failed',
      file_import_result: { type: 'error', error: { type: 'download_error', status_code: 404 } },
    })
  })

  it('expire after an hour unless they are used, and nobody else sees them', async () => {
    const clock = new Clock()
    const notion = createNotion({ clock })
    const { id } = await officialClient(notion).fileUploads.create(external)
    const strangers = officialClient(notion, NOTION_TOKENS.stranger).fileUploads.retrieve({ file_upload_id: id })
    expect(await readCode(strangers)).toBe(APIErrorCode.ObjectNotFound)
    clock.advance(3_600_000)
    expect(await officialClient(notion).fileUploads.retrieve({ file_upload_id: id })).toMatchObject({
      status: 'expired',
    })
  })

  it('accept only https URLs', async () => {
    const plain = { mode: 'external_url', external_url: 'http://cdn.example/plan.pdf' } as const
    expect(await readCode(officialClient(createNotion()).fileUploads.create(plain))).toBe(APIErrorCode.ValidationError)
  })
})
