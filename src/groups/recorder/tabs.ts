import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badInput, notFound } from '../../base/errors.ts'
import { tryParseJson } from '../../base/json.ts'
import { textFlag } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type Connection, connect } from './connection.ts'
import { linkImages, Unavailable } from './content.ts'
import { type ContentItem, type Detail, getContent } from './detail.ts'
import { file, read } from './group.ts'
import { fetchDetail, fetchText } from './library.ts'
import { getMarkdown, isMarkdown } from './transcripts.ts'

const tabs = () => ({
  ...file(),
  query: z.strictObject({
    include_source: textFlag(false).check(z.meta({ description: 'List the raw transcript and outline as well' })),
  }),
})

const tabContent = () => ({
  ...file(),
  query: z.strictObject({
    tab_id: z
      .optional(z.string().check(z.maxLength(512)))
      .check(z.meta({ description: 'The tab of this recording; empty with template', examples: [''] })),
    template: z.optional(z.string().check(z.maxLength(512))).check(
      z.meta({
        description: 'The template that made the tab, the same in every recording',
        examples: ['MEETING'],
        needed: true,
      }),
    ),
  }),
})

/** The raw sources, listed only on request. */
const SOURCES: ReadonlySet<string | null> = new Set(['transaction', 'transaction_polish', 'outline'])

/** The note tabs of a recording, including kinds that the gateway does not know. An item without an id has no tab. */
const noteTabs = (detail: Detail, includeSource: boolean) =>
  getContent(detail).flatMap((item) =>
    item.id === null || (!includeSource && SOURCES.has(item.kind))
      ? []
      : [
          {
            tab_id: item.id,
            tab_type: item.type ?? item.kind,
            tab_name: item.name,
            template: item.template,
            format: getFormat(item),
            ready: item.state === 'ready',
          },
        ],
  )

const getFormat = (item: ContentItem) => (isMarkdown(item) ? ('markdown' as const) : ('json' as const))

/**
 * Fetches the content of the tab with this id or template. Exactly one of the two is given. Throws 404 for an unknown
 * tab, and 409 while there is no content.
 */
async function fetchTab(
  connection: Connection,
  fileId: string,
  { tab_id, template }: { tab_id?: string | undefined; template?: string | undefined },
) {
  if ((tab_id === undefined) === (template === undefined))
    throw badInput('tab_id, template: exactly one of the two is required')
  const detail = await fetchDetail(connection, fileId)
  const item = getContent(detail).find((candidate) =>
    tab_id === undefined ? candidate.template === template : candidate.id === tab_id,
  )
  if (!item) throw notFound('this recording has no such tab')
  if (item.state !== 'ready') throw new Unavailable('tab', item.state)
  const text = await fetchText(connection, detail, item)
  const content = isMarkdown(item)
    ? linkImages(getMarkdown(text), detail.imageLinks).markdown
    : (tryParseJson(text) ?? text)
  return { tab_id: item.id, tab_name: item.name, format: getFormat(item), content }
}

export const tabRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/files/:id/tabs',
    read('recorder_list_tabs', {
      summary: 'The note tabs of a recording',
      description:
        'Notes that the service made of the recording, such as key points. Their `tab_id` is for recorder_get_tab.',
      ko: '녹음의 노트 탭 목록',
      search:
        'which notes does the recording have, notes made of the recording, tabs of the recording, mind map and key points that exist, AI notes beside the recording, 녹음에 딸린 노트, 노트 탭, 탭 뭐 있, 마인드맵 있, 어떤 노트가 만들어',
      title: 'Get the note tabs of a recording',
      input: tabs,
      handle: async (c) => {
        const { id } = c.req.valid('param')
        return { file_id: id, tabs: noteTabs(await fetchDetail(connect(c), id), c.req.valid('query').include_source) }
      },
    }),
  )
  .get(
    '/recorder/files/:id/tabs/content',
    read('recorder_get_tab', {
      summary: 'The content of one note tab',
      description:
        'Give `tab_id` of recorder_list_tabs, or `template`, which is the same across recordings. 409: it is still being made.',
      ko: '노트 탭 하나의 내용',
      search:
        'read a note of the recording, the mind map of the recording, only the to-do tab, one tab, the key points tab, the note made with a template, outline tab, 마인드맵 보여, 할 일 탭, 탭 내용, 핵심정리 탭, 노트 탭 읽어, 템플릿 노트',
      title: 'Get a note tab',
      input: tabContent,
      handle: (c) => fetchTab(connect(c), c.req.valid('param').id, c.req.valid('query')),
    }),
  )
