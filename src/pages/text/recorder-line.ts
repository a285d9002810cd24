import { READ_RECORDER_ROWS } from '../../base/recorder-rows.ts'

/** Copies the session from the recorder's page, run in the console of its browser. */
export const RECORDER_SNIPPET = `copy(${READ_RECORDER_ROWS})`
