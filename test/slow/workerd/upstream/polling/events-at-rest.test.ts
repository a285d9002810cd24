import { afterEach, expect, it, vi } from 'vitest'
import { accountTests } from '../../../../../src/accounts/source.ts'
import type { EventType } from '../../../../../src/base/events.ts'
import { notesSource } from '../../../../../src/groups/notes/events.ts'
import { recorderSource } from '../../../../../src/groups/recorder/events.ts'
import { orderSource, sheetSource } from '../../../../../src/groups/shop/events.ts'
import { replySource } from '../../../../../src/groups/social/events.ts'
import { workspaceSource } from '../../../../../src/groups/workspace/events.ts'
import { ACCOUNT_CONNECTORS } from '../../../../../src/registry.ts'
import type { EventSource } from '../../../../../src/upstream/polling.ts'
import { CONNECTED } from '../../../../groups/shop/stage.ts'
import { Clock } from '../../../../simulators/clock.ts'
import { createTiro, TIRO_KEYS } from '../../../../simulators/notes/index.ts'
import { createPlaud, USER_TOKEN } from '../../../../simulators/recorder/index.ts'
import { createCoupang } from '../../../../simulators/shop/index.ts'
import { createThreads, SOCIAL_TOKEN } from '../../../../simulators/social/index.ts'
import { createYouTube, DATA_API_KEY } from '../../../../simulators/video/index.ts'
import { createNotion, NOTION_TOKENS } from '../../../../simulators/workspace/index.ts'
import { freshDeployment } from '../../../../support/fresh.ts'
import { watch } from '../../../../support/watched.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../../../support/world.ts'

/** Calls to products in an hour at rest, by source, of which docs/operations.md has the least and the most. */
const CALLS_AT_REST: Readonly<Record<string, number>> = {
  'recorder.files': 31,
  'notes.notes': 31,
  'workspace.pages': 37,
  'shop-consumer.orders': 12,
  'shop-seller.ordersheets': 67,
  'shop-seller.returns': 41,
  'social.replies': 54,
  // The recorder is asked for its profile and for a recording: where it moved, only the list says so.
  'account-tests': 40,
}

let world: World | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
  if (world) expectNothingUnexpected(world)
})

const SETTINGS = {
  ...CONNECTED,
  RECORDER_TOKEN: USER_TOKEN,
  NOTES_TOKEN: TIRO_KEYS.full,
  WORKSPACE_TOKEN: NOTION_TOKENS.full,
  SOCIAL_TOKEN,
  VIDEO_API_KEY: DATA_API_KEY,
}
const INTERVAL_MS = 120_000
const HOUR_MS = 3_600_000

const sources = [
  ...[recorderSource, notesSource, workspaceSource, orderSource, sheetSource, replySource],
  accountTests(ACCOUNT_CONNECTORS),
]

/** The calls of all products in an hour of polls without changes, by the simulated products' clock. */
async function callsOfAnHour(source: EventSource, wanted: readonly EventType[]): Promise<number> {
  const clock = new Clock()
  world = createWorldAt(
    clock,
    createPlaud({ clock }),
    createTiro({ clock }),
    createNotion({ clock }),
    createCoupang({ clock }),
    createThreads({ clock }),
    createYouTube({ clock }),
  )
  const watched = watch(source, SETTINGS, { wanted })
  await watched.pollAll()
  const calls = () => (world?.simulators ?? []).reduce((sum, simulator) => sum + simulator.calls.length, 0)
  const interval = Math.max(INTERVAL_MS, source.atLeastMs ?? 0)
  const before = calls()
  for (let poll = 0; poll < HOUR_MS / interval; poll++) {
    clock.advance(interval)
    await watched.pollAll()
  }
  return calls() - before
}

it.each(sources.map((source) => [source.name, source] as const))('%s, an hour of polls', async (name, source) => {
  const made = await callsOfAnHour(source, source.types)
  expect(made).toBe(CALLS_AT_REST[name])
})

it('a poll of the workspace is one call while nothing changes; the trash is searched every ten minutes', async () => {
  const polls = HOUR_MS / INTERVAL_MS
  const sweeps = 1
  const withoutTrash = workspaceSource.types.filter((type) => type !== 'workspace.page.trashed')
  expect(await callsOfAnHour(workspaceSource, withoutTrash)).toBe(polls + sweeps)
  expect(await callsOfAnHour(workspaceSource, ['workspace.row.updated'])).toBe(polls + sweeps)
  expect(CALLS_AT_REST['workspace.pages']).toBe(polls + sweeps + HOUR_MS / 600_000)
})
