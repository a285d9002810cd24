import { touch } from './changes.ts'
import { shortHex } from './envelope.ts'
import type { Recording } from './recording.ts'
import { recording } from './recording.ts'
import type { Plaud } from './state.ts'
import { complete, start } from './tasks.ts'

/** What people and devices do without the gateway. */
export interface Happenings {
  /** A device uploads a recording, without any task. */
  record(overrides?: Partial<Recording>): Recording
  /** It gets its transcript and its summary. Switches decide what else changes. */
  finish(id: string): Recording
  rename(id: string, filename: string): Recording
  /** Moves it into the trash, or out of it. */
  trash(id: string, isTrash?: boolean): Recording
}

export function happenings(plaud: Plaud): Happenings {
  const { state, now } = plaud
  const found = (id: string): Recording => {
    const one = state.recordings.get(id)
    if (!one) throw new Error(`there is no recording ${id}`)
    return one
  }
  return {
    record(overrides) {
      const made = recording({
        // A recording of a moved account has an id of 4.0 (facts 15.3).
        ...(plaud.switches.generation === 4 && { id: `f_${shortHex(`recording ${state.recordings.size}`)}` }),
        filename: `Recording ${state.recordings.size + 1}`,
        start_time: now() - 60_000,
        edit_time: now(),
        ...overrides,
      })
      state.recordings.set(made.id, made)
      return made
    },
    finish(id) {
      const one = found(id)
      const settings = { summ_type: 'AUTO-SELECT', summ_type_type: 'system', info: {} }
      complete(plaud, one, start(plaud, one, settings))
      touch(plaud, one)
      return one
    },
    rename(id, filename) {
      const one = found(id)
      one.filename = filename
      touch(plaud, one)
      return one
    },
    trash(id, isTrash = true) {
      const one = found(id)
      one.is_trash = isTrash
      touch(plaud, one)
      return one
    },
  }
}
