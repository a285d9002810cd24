/**
 * One utterance of a transcript, as the recorder and video groups pass it on. Times are integer milliseconds from the
 * start of the recording. They may be negative, unordered or overlapping, and may have no length. Strings may hold
 * any characters.
 */
export interface Cue {
  start: number
  end: number
  /** Absent or blank when the speaker is not known. */
  speaker?: string
  text: string
}
