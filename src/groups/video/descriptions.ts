/** What a reader of the OpenAPI document is told of an operation beside its summary. The Worker has none of it. */
export const videoDescriptions: Readonly<Record<string, string>> = {
  video_get_transcript:
    'The captions of a YouTube video, by its address or its id of 11 characters. Times are in seconds. 404: it has none. 409: it is live or has not started.',
  video_list_languages: 'For `lang` of video_get_transcript. 404: the video has no captions.',
  video_get_metadata: 'Of a YouTube video, by its address or its id of 11 characters. Lengths are in seconds.',
}
