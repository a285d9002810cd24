import * as answers from './answers.ts'

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  video_get_transcript: answers.transcript,
  video_list_languages: answers.languages,
  video_get_metadata: answers.metadata,
}
