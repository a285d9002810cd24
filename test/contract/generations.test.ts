import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPlaud, type PlaudSimulator } from '../simulators/recorder/index.ts'
import { expectDocumented, readDocuments } from './documented.ts'
import { expectFailure, expectSuccess } from './expected.ts'
import { rowOf4, UNKNOWN_OF_4 } from './recorder.rows.ts'
import { setStage } from './stage.ts'
import { type Subject, subjects } from './subjects.ts'

/** Every operation of the recorder by three accounts: one of Plaud 3.0, one of 4.0, and one that moves. */

readDocuments()
afterEach(() => vi.restoreAllMocks())

const ofRecorder = subjects.filter(({ contract }) => contract.group === 'recorder')

const WORDS =
  /moved to Plaud 4\.0.*the list, search, transcripts, summaries, tabs, audio, renaming, sync and events work$/

/** Routes of the account, which are asked at 3.0 and may be refused there. */
const OF_ACCOUNT = ['recorder_get_membership', 'recorder_get_config']

interface Playing {
  account: string
  /** Whether 3.0 refuses every route to it, or only those of recordings. */
  movedRefused?: 'files' | 'all'
  /** What happens before the operation. */
  moves?: 'before' | 'between'
}

const PLAYED: readonly Playing[] = [
  { account: '3.0' },
  { account: '4.0, only recordings refused', moves: 'before', movedRefused: 'files' },
  { account: '4.0, all refused', moves: 'before', movedRefused: 'all' },
  { account: 'moves, only recordings refused', moves: 'between', movedRefused: 'files' },
  { account: 'moves, all refused', moves: 'between', movedRefused: 'all' },
]

/** The first request of an owner, by which the gateway knows the account. */
const FIRST = '/api/v1/recorder/files?limit=1'

describe.each(PLAYED)('$account', ({ moves, movedRefused = 'files' }) => {
  it.each(ofRecorder)('$id', async (subject) => {
    const isOf4 = moves !== undefined
    let plaud: PlaudSimulator | undefined
    const row = isOf4 ? rowOf4(subject.id, subject.row) : subject.row
    const simulate: Subject['row']['simulate'] = (clock) => {
      const made = (subject.row.simulate?.(clock) as PlaudSimulator | undefined) ?? createPlaud({ clock })
      made.switches.movedRefused = movedRefused
      plaud = made
      return made
    }
    const played: Subject = { ...subject, row: { ...row, simulate } }
    const stage = setStage(played)
    if (plaud && moves === 'before') plaud.switches.generation = 4
    expect((await stage.gateway.call(FIRST)).status).toBe(200)
    if (moves === 'between') {
      if (plaud) plaud.switches.generation = 4
      // Other routes of 3.0 may answer a moved account: those of recordings tell that it has moved.
      if (movedRefused === 'files') await stage.gateway.call(FIRST)
    }
    const answer = await stage.ask()
    expectDocumented(played, answer)
    const isUnknown = UNKNOWN_OF_4.includes(subject.id) || (movedRefused === 'all' && OF_ACCOUNT.includes(subject.id))
    if (!isOf4 || !isUnknown) return expectSuccess(played, answer)
    expectFailure(played, answer, 502, WORDS)
    expect(answer.headers.get('X-Error-Code')).toBe('not_offered')
  })
})
