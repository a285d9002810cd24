import type { EventAttachment, EventType } from '../../base/events.ts'
import type { Group } from '../../base/groups.ts'
import {
  at,
  compose,
  count,
  EVENT,
  each,
  type Request,
  type Text,
  text,
  type Value,
  YESTERDAY,
} from '../programs/program.ts'
import type { ToolName } from '../programs/tools.ts'
import type { WishesTexts } from '../text/wishes.ts'
import type { WishId } from './products.ts'

/** The values for the requests of a wish. */
export interface Given {
  /** The address of the gateway. */
  origin: string
  /** The chosen table of Notion. */
  table: string
  /** The address of a channel of Slack. */
  slack: string
  /** The address of a video. */
  video: string
  messages: WishesTexts['messages']
}

interface Wish {
  /** The rights of its key. */
  groups: readonly Group[]
  readOnly: boolean
  /** The value that the owner chooses for its file. */
  needs?: 'table' | 'slack'
  /** The event or the hour that starts it. Without both, a person starts it. */
  event?: { type: EventType; include: EventAttachment[] }
  hour?: number
  tools: readonly ToolName[]
  /** The requests of its workflow, or of its script if it has no workflow. */
  requests: (given: Given) => readonly Request[]
  /** The requests of a script, which receives no events. */
  script?: (given: Given) => readonly Request[]
}

const WORKFLOWS = ['n8n', 'make', 'code'] as const

/** The public examples of a video that has subtitles. */
export const EXAMPLE_VIDEO = 'https://www.youtube.com/watch?v=jNQXAC9IVRw'

const ask = (name: string, { origin }: Given, ...path: (string | Value)[]): Request => ({
  name,
  method: 'GET',
  hasKey: true,
  url: text(`${origin}/api/v1`, ...path),
})

const toSlack = ({ slack }: Given, message: Text): Request => ({
  name: 'slack',
  method: 'POST',
  hasKey: false,
  url: [slack],
  body: { text: message },
})

/** A page in the chosen table. A repeated event makes no second one. */
const toPage = ({ origin, table }: Given, id: Value, title: Value, markdown: Value): Request => ({
  name: 'page',
  method: 'POST',
  url: [`${origin}/api/v2/workspace/pages`],
  hasKey: true,
  headers: { 'Idempotency-Key': text(id) },
  body: { data_source_id: [table], properties: { title: text(title) }, markdown: text(markdown) },
})

/** The row with this title, which is made if there is none, and its content. Running it again changes nothing. */
const toRow = ({ origin, table }: Given, title: Text, markdown: Value): Request[] => [
  {
    name: 'row',
    method: 'POST',
    hasKey: true,
    url: [`${origin}/api/v2/workspace/data-source/${table}/upsert`],
    body: { key: ['title'], records: [{ title }] },
  },
  {
    name: 'page',
    method: 'PUT',
    hasKey: true,
    url: text(`${origin}/api/v2/workspace/pages/`, at('row', 'results.0.page_id'), '/markdown'),
    body: { markdown: text(markdown) },
  },
]

/** The wishes in the order of the page. Each key has the least rights that its wish needs. */
export const WISHES: Readonly<Record<WishId, Wish>> = {
  'notes-to-notion': {
    groups: ['notes', 'workspace'],
    readOnly: false,
    needs: 'table',
    event: { type: 'notes.note.created', include: ['summary'] },
    tools: WORKFLOWS,
    requests: (given) => [
      toPage(
        given,
        at(EVENT, 'data.guid'),
        at(EVENT, 'data.title'),
        at(EVENT, 'data.summary.summaries.0.content.content', at(EVENT, 'data.webUrl')),
      ),
    ],
    script: (given) => [
      ask('notes', given, '/notes/notes?size=1'),
      ask('summary', given, '/notes/notes/', at('notes', 'notes.0.guid'), '/summaries'),
      ...toRow(
        given,
        text(at('notes', 'notes.0.title'), ' (', at('notes', 'notes.0.createdAt'), ')'),
        at('summary', 'summaries.0.content.content', at('notes', 'notes.0.webUrl')),
      ),
    ],
  },
  'recordings-to-notion': {
    groups: ['recorder', 'workspace'],
    readOnly: false,
    needs: 'table',
    event: { type: 'recorder.file.ready', include: ['summary'] },
    tools: WORKFLOWS,
    requests: (given) => [
      toPage(
        given,
        at(EVENT, 'data.id'),
        at(EVENT, 'data.filename'),
        at(EVENT, 'data.summary.markdown', at(EVENT, 'data.filename')),
      ),
    ],
    script: (given) => [
      ask('recordings', given, '/recorder/files/webhook-candidates?limit=1'),
      ask('summary', given, '/recorder/files/', at('recordings', 'files.0.id'), '/summary'),
      ...toRow(
        given,
        text(at('recordings', 'files.0.filename'), ' (', at('recordings', 'files.0.id'), ')'),
        at('summary', 'markdown'),
      ),
    ],
  },
  'sales-to-slack': {
    groups: ['shop'],
    readOnly: true,
    needs: 'slack',
    hour: 8,
    tools: WORKFLOWS,
    requests: (given) => [
      ask('sales', given, '/shop/sales?from=', YESTERDAY, '&to=', YESTERDAY),
      toSlack(
        given,
        compose(given.messages.sales, {
          day: YESTERDAY,
          orders: at('sales', 'result.totals.orders'),
          amount: at('sales', 'result.totals.paid_amount'),
        }),
      ),
    ],
  },
  'unpaid-to-slack': {
    groups: ['payment'],
    readOnly: true,
    needs: 'slack',
    hour: 9,
    tools: WORKFLOWS,
    requests: (given) => [
      ask('unpaid', given, '/payment/bills?state=unpaid&limit=300'),
      toSlack(
        given,
        compose(given.messages.unpaid, {
          count: count('unpaid', 'bills'),
          names: each('unpaid', 'bills', 'member_nm'),
        }),
      ),
    ],
  },
  'ask-recordings': {
    groups: ['recorder'],
    readOnly: true,
    tools: ['claude', 'chatgpt', 'code'],
    requests: (given) => [ask('recordings', given, '/recorder/files?limit=5')],
  },
  'ask-notes': {
    groups: ['notes'],
    readOnly: true,
    tools: ['chatgpt', 'claude', 'code'],
    requests: (given) => [ask('notes', given, '/notes/notes?size=5')],
  },
  'video-summaries': {
    groups: ['video'],
    readOnly: true,
    tools: ['claude', 'chatgpt', 'code'],
    requests: ({ origin, video }) => [
      {
        name: 'transcript',
        method: 'POST',
        url: [`${origin}/api/v1/video/transcript/v2`],
        hasKey: true,
        body: { video_url: [video] },
      },
    ],
  },
  'replies-to-slack': {
    groups: ['social'],
    readOnly: true,
    needs: 'slack',
    event: { type: 'social.reply.created', include: [] },
    tools: WORKFLOWS,
    requests: (given) => [
      { ...ask('post', given, '/social/posts/', at(EVENT, 'data.reply_to')), mayFail: true },
      toSlack(
        given,
        compose(given.messages.reply, {
          who: at(EVENT, 'data.username'),
          reply: at(EVENT, 'data.text'),
          post: at('post', 'post.text', { literal: '-' }),
        }),
      ),
    ],
    script: (given) => [
      ask('posts', given, '/social/posts?limit=1'),
      ask('replies', given, '/social/posts/', at('posts', 'posts.0.id'), '/replies'),
      toSlack(
        given,
        compose(given.messages.replies, {
          post: at('posts', 'posts.0.text'),
          count: count('replies', 'replies'),
          replies: each('replies', 'replies', 'text'),
        }),
      ),
    ],
  },
}
