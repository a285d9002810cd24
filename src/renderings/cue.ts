/**
 * One utterance of a transcript, as the recorder and video groups return it. Times are integer milliseconds from the
 * start of the recording. They may be negative, unordered or overlapping, and durations may be zero. Strings may
 * contain any characters.
 */
export interface Cue {
  start: number
  end: number
  /** Absent or blank when the speaker is unknown. */
  speaker?: string
  text: string
}
