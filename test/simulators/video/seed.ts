import { VIDEO_IDS } from './ids.ts'
import {
  englishAutomatic,
  englishManual,
  koreanAutomatic,
  koreanManual,
  quirkyTrack,
  shortTrack,
} from './seed-captions.ts'
import type { SeedVideo, VideoState } from './seed-video.ts'

const SEOUL_WALKS = { id: 'UCseoulWalks000000000001', name: '서울 산책', handle: 'seoulwalks' }
const SMALL_ROOMS = { id: 'UCsmallRooms000000000002', name: 'Small Rooms', handle: 'smallrooms' }

const captioned = () => [shortTrack('en', 'English', ['Good evening.', 'We begin in a minute.'])]

/** A video with a state, and details that tests do not use. */
const videoIn = (id: string, state: VideoState, title: string, own: Partial<SeedVideo> = {}): SeedVideo => ({
  id,
  state,
  title,
  description: `${title}.\nFilmed in November 2026.`,
  channel: SMALL_ROOMS,
  lengthSeconds: 95,
  views: 1204,
  likes: 87,
  published: '2026-11-12T03:00:00Z',
  category: { id: '26', name: 'Howto & Style' },
  keywords: [],
  embeddable: true,
  tracks: [],
  ...own,
})

/** The videos that the product knows; deleted ones are simply not here. */
export const seedVideos = (): SeedVideo[] => [
  videoIn(VIDEO_IDS.manual, 'ok', '11월 북촌 골목 산책', {
    description: '가을이 끝나 가는 북촌을 걷습니다.\n00:00 시작\n00:12 찻집\n05:30 골목',
    channel: SEOUL_WALKS,
    lengthSeconds: 754,
    views: 184_223,
    likes: 9120,
    published: '2026-11-08T09:30:00Z',
    category: { id: '19', name: 'Travel & Events' },
    keywords: ['서울', '북촌', 'Seoul walk'],
    tracks: [englishManual, koreanManual, koreanAutomatic],
    defaultTrack: 1,
  }),
  videoIn(VIDEO_IDS.automaticOnly, 'ok', 'A brighter kitchen in one weekend', {
    lengthSeconds: 312,
    keywords: ['kitchen', 'paint'],
    tracks: [englishAutomatic],
  }),
  videoIn(VIDEO_IDS.manyLanguages, 'ok', 'Tea in ninety seconds', {
    tracks: [
      shortTrack('en', 'English (auto-generated)', ['boil the water', 'wait a little'], true),
      shortTrack('ar', 'العربية', ['اغلِ الماء', 'انتظر قليلا']),
      shortTrack('en-GB', 'English (United Kingdom)', ['Boil the water.', 'Wait a little.']),
      shortTrack('ko', '한국어', ['물을 끓이세요.', '조금 기다리세요.']),
      shortTrack('pt-BR', 'Português (Brasil)', ['Ferva a água.', 'Espere um pouco.']),
      shortTrack('zh-Hans', '中文（简体）', ['把水烧开。', '稍等一下。']),
      shortTrack('zh-Hant', '中文（繁體）', ['把水燒開。', '稍等一下。']),
    ],
    defaultTrack: 3,
  }),
  videoIn(VIDEO_IDS.translated, 'ok', 'A night market', {
    likesShown: false,
    tracks: [
      shortTrack('ar', 'Arabic', ['اغلِ الماء', 'انتظر قليلا']),
      shortTrack('de', 'German', ['Guten Abend.', 'Es geht gleich los.']),
      shortTrack('ko', 'Korean (auto-generated)', ['안녕하세요', '곧 시작합니다'], true),
    ],
  }),
  videoIn(VIDEO_IDS.dubbed, 'ok', 'A day at the press', {
    spoken: 'ko',
    tracks: [
      shortTrack('ar', 'Arabic', ['اغلِ الماء', 'انتظر قليلا']),
      shortTrack('ko', 'Korean', ['물을 끓이세요.', '조금 기다리세요.']),
    ],
  }),
  videoIn(VIDEO_IDS.dubbedByMachine, 'ok', 'Bread in the morning', {
    voices: ['en-US.10', 'ja.4'],
    tracks: [
      shortTrack('en', 'English (auto-generated)', ['good morning', 'we start now'], true),
      shortTrack('ja', 'Japanese (auto-generated)', ['おはようございます', '始めます'], true),
    ],
  }),
  videoIn(VIDEO_IDS.quirks, 'ok', 'Salt & pepper', { lengthSeconds: 61, tracks: [quirkyTrack] }),
  videoIn(VIDEO_IDS.noCaptions, 'ok', 'Rain on a window'),
  videoIn(VIDEO_IDS.private, 'private', 'Family film'),
  videoIn(VIDEO_IDS.ageRestricted, 'age-restricted', 'Knife sharpening accidents', { tracks: captioned() }),
  videoIn(VIDEO_IDS.ageVerification, 'age-verification', 'Whisky tasting', { tracks: captioned() }),
  videoIn(VIDEO_IDS.sensitive, 'sensitive', 'Talking about grief', { tracks: captioned() }),
  videoIn(VIDEO_IDS.membersOnly, 'members-only', 'Members evening', { tracks: captioned() }),
  videoIn(VIDEO_IDS.regionBlocked, 'region-blocked', 'Concert recording', { tracks: captioned() }),
  videoIn(VIDEO_IDS.removedByPolicy, 'removed', 'Removed recording'),
  videoIn(VIDEO_IDS.upcomingLive, 'upcoming', 'Winter live from Bukchon', { channel: SEOUL_WALKS, lengthSeconds: 0 }),
  videoIn(VIDEO_IDS.premiere, 'premiere', '한옥의 겨울 (최초 공개)', { channel: SEOUL_WALKS }),
  videoIn(VIDEO_IDS.liveNow, 'live', 'Han river, live', { channel: SEOUL_WALKS, lengthSeconds: 0 }),
  videoIn(VIDEO_IDS.postLive, 'post-live', 'Last night at the Han river', { channel: SEOUL_WALKS }),
  videoIn(VIDEO_IDS.notEmbeddable, 'ok', 'Only on our page', { embeddable: false, tracks: captioned() }),
  videoIn(VIDEO_IDS.kids, 'kids', 'Counting to ten', { tracks: captioned() }),
  videoIn(VIDEO_IDS.notOnAndroid, 'not-on-android', 'A lamp from paper', { tracks: captioned() }),
]
