import { createYouTube, DATA_API_KEY, VIDEO_IDS } from '../simulators/video/index.ts'
import type { GroupContract } from './contract.ts'

const body = { video_url: `https://www.youtube.com/watch?v=${VIDEO_IDS.manual}` }

export const video: GroupContract = {
  group: 'video',
  simulate: (clock) => createYouTube({ clock }),
  connected: { VIDEO_API_KEY: DATA_API_KEY },
  rejected: { settings: { VIDEO_API_KEY: 'test-wrong-key' } },
  failure: (error) => ({ success: false, error }),
  success: ({ success }) => success === true,
  roundTrips: {
    // The player leads to it.
    video_get_transcript: ['2/2', '2/2'],
  },
  rows: {
    // The player takes no credential.
    video_get_transcript: {
      path: '/api/v1/video/transcript/v2',
      tier: 'basic',
      body: { ...body, format: 'json' },
      missing: null,
      rejected: null,
    },
    video_list_languages: {
      path: '/api/v1/video/languages',
      tier: 'basic',
      body,
      missing: null,
      rejected: null,
    },
    // Without a key the player is called.
    video_get_metadata: {
      path: '/api/v1/video/metadata',
      tier: 'pro',
      refusal: { status: 403, error: 'Pro account required' },
      body,
      missing: null,
    },
  },
}
