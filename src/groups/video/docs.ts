import type { GroupDocs } from '../../gateway/docs.ts'

/** The texts of the video group's operations. */
export const videoDocs: GroupDocs = {
  isForeign: true,
  operations: {
    video_get_transcript: {
      en: {
        summary: 'The transcript of a video',
        description:
          'The captions of a YouTube video, by its address or its id of 11 characters. Times are in seconds. 404: it has none. 409: it is live or has not started.',
      },
      ko: '동영상의 자막(전사)',
      search: 'subtitles captions srt vtt',
      tool: {
        description: 'What is said in a YouTube video, as text or subtitles.',
        hidden: ['video_id', 'source'],
      },
    },
    video_list_languages: {
      en: {
        summary: 'The languages that a video has captions in',
        description: 'For `lang` of video_get_transcript. 404: the video has no captions.',
      },
      ko: '동영상 자막 언어 목록',
      tool: {
        hidden: ['video_id'],
      },
    },
    video_get_metadata: {
      en: {
        summary: 'Title, channel, length, views and the like of a video',
        description: 'Of a YouTube video, by its address or its id of 11 characters. Lengths are in seconds.',
      },
      ko: '동영상의 제목, 채널, 길이, 조회수 등',
      tool: {
        hidden: ['video_id'],
      },
    },
  },
}
