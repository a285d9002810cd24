import type { Tiro } from './product.ts'
import { timestamp } from './product.ts'
import { masked, paragraphsAfter } from './recording.ts'
import { WORKSPACES } from './seed/workspaces.ts'
import type { Note } from './state.ts'

/** What people do without the gateway. */
export interface Happenings {
  /** Somebody writes a note. With seconds, one that was recorded for that long. */
  write(overrides?: Partial<Note>, seconds?: number): Note
  /** Somebody changes it, which moves its `updatedAt`. */
  edit(guid: string, changes: Partial<Note>): Note
  remove(guid: string): void
  /** The plan of the account hides the paragraphs of a note from this one on. */
  lock(guid: string, from: number): void
}

export function happenings(tiro: Tiro): Happenings {
  const { state } = tiro
  return {
    write(overrides = {}, seconds = 0) {
      const guid = overrides.guid ?? tiro.newId()
      const now = timestamp(tiro)
      const start = new Date(tiro.clock.now() - seconds * 1000).toISOString()
      const isRecorded = seconds > 0
      const note: Note = {
        guid,
        workspaceGuid: WORKSPACES.main,
        title: `Note ${state.notes.length + 1}`,
        createdAt: start,
        updatedAt: now,
        sourceType: isRecorded ? 'live-voice' : 'text',
        recordingStartAt: isRecorded ? start : null,
        recordingEndAt: isRecorded ? now : null,
        recordingDurationSeconds: isRecorded ? seconds : null,
        transcribeLocale: 'en_US',
        translateLocale: null,
        webUrl: `https://tiro.ooo/n/${guid}`,
        collaborators: [],
        participants: [],
        ...overrides,
      }
      state.notes.push(note)
      const startedAt = Date.parse(start)
      if (isRecorded) {
        const recorded = { startedAt, seconds, ended: true }
        state.paragraphs.set(guid, paragraphsAfter(recorded, note.transcribeLocale, '7777'))
      }
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
