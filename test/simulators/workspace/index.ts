import { Hono } from 'hono/quick'
import { wallClock } from '../clock.ts'
import { hostApp } from '../rest.ts'
import { type Simulator, simulate } from '../simulator.ts'
import { memberCalls, userCalls } from './app/people.ts'
import { moved, session } from './app/session.ts'
import { genericError } from './errors.ts'
import { type Happenings, happenings } from './happenings.ts'
import { NOTION_APP_HOST, NOTION_HOST, NOTION_OLD_APP_HOST, type Notion, Switches } from './product.ts'
import { blockRoutes } from './rest/blocks.ts'
import { fileUploadRoutes } from './rest/file-uploads.ts'
import { guard, pace, stamp } from './rest/guard.ts'
import { markdownRoutes } from './rest/markdown.ts'
import { pageRoutes } from './rest/pages.ts'
import { commentRoutes, userRoutes } from './rest/people.ts'
import { searchRoutes } from './rest/search.ts'
import { databaseRoutes, dataSourceRoutes, propertyItemRoutes } from './rest/tables.ts'
import { viewRoutes } from './rest/views.ts'
import { seed } from './seed/index.ts'
import type { State } from './state.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export { appFailure } from './app/session.ts'
export { NOTION_APP_HOST, NOTION_HOST, NOTION_OLD_APP_HOST } from './product.ts'
export { EMAILS, NOTION_SESSIONS, NOTION_TOKENS } from './seed/connections.ts'
export {
  blockId,
  commentId,
  DATA_SOURCES,
  DATABASES,
  discussionId,
  PAGES,
  projectId,
  taskId,
  templateId,
  USERS,
  uploadId,
  viewId,
  WORKSPACES,
} from './seed/ids.ts'
export { BOOKMARK } from './seed/pages.ts'

export interface NotionOptions {
  clock?: { now(): number }
  /** Generates ids of requests and of new objects. */
  newId?: () => string
  /** From 0 to 1: which deliveries of webhooks are lost, doubled and disordered. */
  random?: () => number
}

export interface NotionSimulator extends Simulator, Happenings {
  webhooks: Webhooks
  state: State
  switches: Switches
}

/** The workspace product: its public API on one host, the calls of its own web app on another. */
export function createNotion({
  clock = wallClock,
  newId = () => crypto.randomUUID(),
  random,
}: NotionOptions = {}): NotionSimulator {
  const notion: Notion = { clock, newId, state: seed(), switches: new Switches() }
  const webhooks = createWebhooks(notion, random)

  const api = new Hono()
    .use(stamp(notion))
    .use(guard(notion))
    .use(pace(notion))
    .route('/v1', dataSourceRoutes(notion))
    .route('/v1', databaseRoutes(notion))
    .route('/v1', viewRoutes(notion))
    .route('/v1', pageRoutes(notion))
    .route('/v1', markdownRoutes(notion))
    .route('/v1', blockRoutes(notion))
    .route('/v1', userRoutes(notion))
    .route('/v1', searchRoutes(notion))
    .route('/v1', propertyItemRoutes(notion))
    .route('/v1', commentRoutes(notion))
    .route('/v1', fileUploadRoutes(notion))

  const webApp = new Hono()
    .use(moved(notion))
    .use(session(notion))
    .route('/', userCalls(notion))
    .route('/', memberCalls(notion))

  const app = hostApp()
    .route(`/${NOTION_HOST}`, api)
    .route(`/${NOTION_APP_HOST}/api/v3`, webApp)
    .route(`/${NOTION_OLD_APP_HOST}/api/v3`, webApp)

  return simulate({
    name: 'workspace',
    hosts: [NOTION_HOST, NOTION_APP_HOST, NOTION_OLD_APP_HOST],
    app,
    errorResponse: (status) => genericError(status, notion.newId()),
    own: { ...happenings(notion, webhooks), webhooks, state: notion.state, switches: notion.switches },
  })
}
