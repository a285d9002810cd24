import { Hono } from 'hono/quick'
import { wallClock } from '../clock.ts'
import { type Simulator, simulate } from '../simulator.ts'
import { authAnswer } from './auth.ts'
import { errorAnswer } from './errors.ts'
import { guard } from './guard.ts'
import { type Happenings, happenings } from './happenings.ts'
import { apiKeyRoutes } from './platform/api-keys.ts'
import { webhookRoutes } from './platform/webhooks.ts'
import { defaultSwitches, type KeyedEnv, type Switches, type Tiro } from './product.ts'
import { documentRoutes } from './routes/documents.ts'
import { folderRoutes } from './routes/folders.ts'
import { noteRoutes } from './routes/notes.ts'
import { shareLinkRoutes } from './routes/share-link.ts'
import { summaryRoutes } from './routes/summaries.ts'
import { workspaceRoutes } from './routes/workspaces.ts'
import { seed } from './seed/index.ts'
import type { State } from './state.ts'

export { TIRO_KEYS } from './seed/keys.ts'
export { WORKSPACES } from './seed/workspaces.ts'

export const TIRO_HOST = 'api.tiro.ooo'
/** Our own invention: where the simulator serves keys and webhooks, for NOTES_PLATFORM_URL. */
export const TIRO_PLATFORM_HOST = 'platform.tiro.example'

export interface TiroOptions {
  clock?: { now(): number }
  /** Generates ids and secrets. */
  newId?: () => string
}

export interface TiroSimulator extends Simulator, Happenings {
  state: State
  switches: Switches
}

/** The notes product: its published API on one host, the invented platform part on another. */
export function createTiro({ clock = wallClock, newId = () => crypto.randomUUID() }: TiroOptions = {}): TiroSimulator {
  const tiro: Tiro = { clock, newId, state: seed(clock.now()), switches: defaultSwitches() }
  // One guard for both hosts: a key has one share of requests.
  const keyed = guard(tiro)

  const external = new Hono<KeyedEnv>()
    .use(keyed)
    .route('/', workspaceRoutes(tiro))
    .route('/', noteRoutes(tiro))
    .route('/', summaryRoutes(tiro))
    .route('/', documentRoutes(tiro))
    .route('/', folderRoutes(tiro))
    .route('/', shareLinkRoutes(tiro))

  const platform = new Hono<KeyedEnv>().use(keyed).route('/', apiKeyRoutes(tiro)).route('/', webhookRoutes(tiro))

  const app = new Hono({ getPath: (request) => request.url.replace(/^https?:\/([^?#]*).*$/, '$1') })
    .route(`/${TIRO_HOST}/v1/external`, external)
    .route(`/${TIRO_PLATFORM_HOST}/v1/platform`, platform)

  return {
    ...simulate({
      name: 'notes',
      answersFor: (host) => host === TIRO_HOST || host === TIRO_PLATFORM_HOST,
      app,
      errorResponse: (status) => toFailure(tiro, status),
    }),
    ...happenings(tiro),
    state: tiro.state,
    switches: tiro.switches,
  }
}

function toFailure(tiro: Tiro, status: number) {
  if (status === 401) return authAnswer(tiro, 'unknown')
  if (status === 429) {
    const seconds = String(tiro.switches.rateLimit.windowMs / 1000)
    return errorAnswer(429, { serial: 1, message: 'Rate limit exceeded', headers: { 'Retry-After': seconds } })
  }
  return errorAnswer(status, { message: status === 404 ? 'Resource not found' : 'Request failed' })
}
