import { Hono } from 'hono/quick'
import { wallClock } from '../clock.ts'
import { type Simulator, simulate } from '../simulator.ts'
import { access } from './access.ts'
import { accountRoutes, inferredRoutes } from './account-routes.ts'
import { changes } from './changes.ts'
import { detailRoutes } from './detail.ts'
import { errorResponse } from './envelope.ts'
import { type Happenings, happenings } from './happenings.ts'
import { answersFor } from './hosts.ts'
import { listing } from './listing.ts'
import { nextGeneration } from './next-generation.ts'
import type { Recording } from './recording.ts'
import { search } from './search.ts'
import { seedDevices, seedRecordings, seedShares, seedTags } from './seed/library.ts'
import { share, shares } from './share.ts'
import { type Device, newState, type Plaud, type PlaudEnv, type State, type Tag } from './state.ts'
import { audio, storage } from './storage.ts'
import { Switches } from './switches.ts'
import { tags } from './tags.ts'
import { taskStatus, transsumm } from './tasks.ts'
import { workspaces } from './workspaces.ts'

export { EU_ACCOUNT, GLOBAL_ACCOUNT, KR_ACCOUNT, MOVED_ACCOUNT } from './accounts.ts'
export { REGIONS } from './hosts.ts'
export type { Note, Outline, Recording, Transcript, Utterance } from './recording.ts'
export { dialogue, note, outline, readyRecording, recording, transcript } from './recording.ts'
export { seedDevices, seedRecordings, seedTags } from './seed/library.ts'
export { share } from './share.ts'
export type { Device, Share, State, Tag, Task } from './state.ts'
export type { Switches } from './switches.ts'
export * from './tokens.ts'

export interface PlaudOptions {
  clock?: { now(): number }
  /** Replaces the seed. With it, nothing is shared. */
  recordings?: Recording[]
  tags?: Tag[]
  devices?: Device[]
  switches?: Partial<Switches>
}

export interface PlaudSimulator extends Simulator, Happenings {
  state: State
  switches: Switches
}

/** The recorder product: all its hosts, with one library that every accepted account reads. */
export function createPlaud(options: PlaudOptions = {}): PlaudSimulator {
  const { clock = wallClock, recordings, tags: folders = seedTags(), devices = seedDevices() } = options
  const state = newState(recordings ?? seedRecordings(), folders, devices)
  for (const [side, name] of recordings ? [] : seedShares) {
    const shared = [...state.recordings.values()].find(({ filename }) => filename === name)
    if (shared) state.shares[side].set(shared.id, share(side, shared.id))
  }
  const switches = { ...new Switches(), ...options.switches }
  const plaud: Plaud = { state, switches, now: () => clock.now() }

  const routes = new Hono<PlaudEnv>()
    .use(storage(plaud), access(plaud))
    .route('/', workspaces(plaud))
    .route('/', accountRoutes(plaud))
    .route('/', listing(plaud))
    .route('/', detailRoutes(plaud))
    .route('/', inferredRoutes(plaud))
    .route('/', audio(plaud))
    .route('/', changes(plaud))
    .route('/', tags(plaud))
    .route('/', shares(plaud))
    .route('/', search(plaud))
    .route('/', transsumm(plaud))
    .route('/', taskStatus(plaud))
    .route('/', nextGeneration(plaud))

  const app = new Hono().route('/', routes)
  const own = { ...happenings(plaud), state, switches }
  return simulate({ name: 'plaud', hosts: answersFor, app, errorResponse, own })
}
