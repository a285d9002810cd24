/**
 * One utterance of a transcript, as the recorder and video groups hand it over. Times are integer milliseconds from the
 * start of the recording; they may be negative, in any order, overlapping or of no length. Strings may hold anything.
 */
export interface Cue {
  start: number
  end: number
  /** Absent or blank: nobody is named. */
  speaker?: string
  text: string
}
