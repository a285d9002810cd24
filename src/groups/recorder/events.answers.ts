import { row } from './answers.ts'

/** The `data` of recorder events. Built at first use. */
export const recorderEvents = {
  'recorder.file.ready': () => row().describe('The recording, as the list gives it'),
  'recorder.file.updated': () => row().describe('The recording after its change, as the list gives it'),
}
