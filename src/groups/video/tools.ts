import type { GroupTools } from '../../gateway/tool-marks.ts'

/** The video group as tools of a model (decisions.md section 13). */
export const videoTools: GroupTools = {
  fields: { video_url: 'Link or id of the video' },
  tools: {
    video_get_transcript: {
      title: 'YouTube transcript or subtitles',
      description: 'Words of a YouTube video from its captions, or subtitles as srt or vtt. A long one comes in parts.',
      isDefault: true,
      fields: {
        format: 'text and plain: words; markdown: with times',
        lang: 'Most wanted first, such as ["ko", "en"]; absent: the spoken language',
      },
      hidden: ['video_id', 'source'],
    },
    video_get_metadata: {
      title: 'About a YouTube video',
      description: 'Title, channel, date, length, views and chapters of a YouTube video.',
      isDefault: true,
      hidden: ['video_id'],
    },
    video_list_languages: {
      title: 'YouTube caption languages',
      description: 'Caption languages of a YouTube video.',
      hidden: ['video_id'],
    },
  },
}
