import { Hono } from 'hono/quick'
import { wallClock } from '../clock.ts'
import { hostApp, type Time } from '../rest.ts'
import { type Simulator, simulate } from '../simulator.ts'
import { authAnswer, guard, type KeyedEnv } from './access.ts'
import { externalApi } from './api.ts'
import { errorAnswer } from './errors.ts'
import { platformApi } from './platform.ts'
import { masked, paragraphsAfter } from './recording.ts'
import { account } from './seed/account.ts'
import { noteSeed, WORKSPACES } from './seed/notes.ts'
import { type Note, type State, Switches, type Tiro, timestamp } from './state.ts'

export { TIRO_KEYS } from './seed/account.ts'
export { WORKSPACES } from './seed/notes.ts'

export const TIRO_HOST = 'api.tiro.ooo'
/** Our own invention: where the simulator serves keys and webhooks, for NOTES_PLATFORM_URL. */
export const TIRO_PLATFORM_HOST = 'platform.tiro.example'

/** @property newId generates ids and secrets */
interface TiroOptions {
  clock?: Time
  newId?: () => string
}

export interface TiroSimulator extends Simulator, Happenings {
  state: State
  switches: Switches
}

/** The notes product: its published API on one host, the invented platform part on another. */
export function createTiro({ clock = wallClock, newId = () => crypto.randomUUID() }: TiroOptions = {}): TiroSimulator {
  const state: State = { ...noteSeed(clock.now()), ...account() }
  const tiro: Tiro = { clock, newId, state, switches: new Switches() }
  // One guard for both hosts: a key has one share of requests.
  const keyed = guard(tiro)
  return simulate({
    name: 'notes',
    hosts: [TIRO_HOST, TIRO_PLATFORM_HOST],
    app: hostApp()
      .route(`/${TIRO_HOST}/v1/external`, new Hono<KeyedEnv>().use(keyed).route('/', externalApi(tiro)))
      .route(`/${TIRO_PLATFORM_HOST}/v1/platform`, new Hono<KeyedEnv>().use(keyed).route('/', platformApi(tiro))),
    errorResponse: (status) => toFailure(tiro, status),
    own: { ...happenings(tiro), state, switches: tiro.switches },
  })
}

function toFailure(tiro: Tiro, status: number) {
  if (status === 401) return authAnswer(tiro, 'unknown')
  if (status !== 429) return errorAnswer(status, { message: status === 404 ? 'Resource not found' : 'Request failed' })
  const seconds = String(tiro.switches.rateLimit.windowMs / 1000)
  return errorAnswer(429, { serial: 1, message: 'Rate limit exceeded', headers: { 'Retry-After': seconds } })
}

/** What people do without the gateway. */
interface Happenings {
  /** Somebody writes a note. With seconds, one that was recorded for that long. */
  write(overrides?: Partial<Note>, seconds?: number): Note
  /** Somebody changes it, which moves its `updatedAt`. */
  edit(guid: string, changes: Partial<Note>): Note
  remove(guid: string): void
  /** The plan of the account hides the paragraphs of a note from this one on. */
  lock(guid: string, from: number): void
}

function happenings(tiro: Tiro): Happenings {
  const { state } = tiro
  return {
    write(overrides = {}, seconds = 0) {
      const guid = overrides.guid ?? tiro.newId()
      const now = timestamp(tiro)
      const startedAt = tiro.clock.now() - seconds * 1000
      const start = new Date(startedAt).toISOString()
      const isRecorded = seconds > 0
      const note: Note = {
        ...{ guid, workspaceGuid: WORKSPACES.main, title: `Note ${state.notes.length + 1}` },
        ...{ createdAt: start, updatedAt: now, sourceType: isRecorded ? 'live-voice' : 'text' },
        recordingStartAt: isRecorded ? start : null,
        recordingEndAt: isRecorded ? now : null,
        recordingDurationSeconds: isRecorded ? seconds : null,
        ...{ transcribeLocale: 'en_US', translateLocale: null, webUrl: `https://tiro.ooo/n/${guid}` },
        ...{ collaborators: [], participants: [] },
        ...overrides,
      }
      state.notes.push(note)
      const recorded = { startedAt, seconds, ended: true }
      if (isRecorded) state.paragraphs.set(guid, paragraphsAfter(recorded, note.transcribeLocale, '7777'))
      return note
    },
    edit(guid, changes) {
      const note = state.notes.find((one) => one.guid === guid)
      if (!note) throw new Error(`there is no note ${guid}`)
      return Object.assign(note, { updatedAt: timestamp(tiro), ...changes })
    },
    lock(guid, from) {
      const paragraphs = state.paragraphs.get(guid) ?? []
      state.paragraphs.set(
        guid,
        paragraphs.map((paragraph, index) => (index < from ? paragraph : masked(paragraph))),
      )
    },
    remove(guid) {
      state.notes = state.notes.filter((note) => note.guid !== guid)
    },
  }
}
