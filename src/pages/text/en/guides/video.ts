import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    'Open the [Google Cloud console](https://console.cloud.google.com) and create or choose a project.',
    'Enable the [YouTube Data API v3](https://console.cloud.google.com/apis/library/youtube.googleapis.com).',
    'In **Credentials**, choose **Create credentials** > **API key**.',
    'Copy the key and paste it into the box.',
  ],
  notes: [
    'Restrict the key to the YouTube Data API v3. Do not restrict it to IP addresses: the gateway has no fixed one.',
    'Transcripts need no key. Without it, expect empty values about a video: date, category and likes always, and often length, views, description and channel id.',
  ],
  uncertain: [],
}
