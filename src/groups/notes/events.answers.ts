import { note } from './answers.ts'

/** The `data` of notes events. Built at first use. */
export const notesEvents = {
  'notes.note.created': () => note().describe('The note as the product sends it'),
  'notes.note.updated': () => note().describe('The note after its change, as the product sends it'),
}
