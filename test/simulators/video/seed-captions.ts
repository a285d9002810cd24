import type { CaptionEvent, SeedTrack } from './seed-video.ts'

type Line = [start: number, duration: number, text: string]

/** The window definition that opens a caption file and spans the whole video. */
const windowOver = (lengthMs: number): CaptionEvent => ({
  tStartMs: 0,
  dDurationMs: lengthMs,
  id: 1,
  wpWinPosId: 1,
  wsWinStyleId: 1,
})

const written = (lines: Line[], lengthMs: number): CaptionEvent[] => [
  windowOver(lengthMs),
  ...lines.map(([tStartMs, dDurationMs, utf8]) => ({ tStartMs, dDurationMs, segs: [{ utf8 }] })),
]

/** Machine-made captions roll: each line stays until the one after the next, and a lone line break is appended. */
const rolling = (lines: Line[], lengthMs: number): CaptionEvent[] => [
  windowOver(lengthMs),
  ...lines.flatMap(([tStartMs, dDurationMs, text], index): CaptionEvent[] => {
    const words = text.split(' ')
    const spoken: CaptionEvent = {
      tStartMs,
      dDurationMs,
      wWinId: 1,
      segs: words.map((word, at) => ({
        utf8: at === 0 ? word : ` ${word}`,
        ...(at === 0 ? {} : { tOffsetMs: at * 260 }),
        acAsrConf: 0,
      })),
    }
    if (index === 0) return [spoken]
    return [{ tStartMs, dDurationMs, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] }, spoken]
  }),
]

const SEOUL_WALK_KO: Line[] = [
  [800, 2200, '안녕하세요, 서울 산책입니다.'],
  [3200, 2600, '오늘은 11월의 북촌 골목을\n함께 걸어 보겠습니다.'],
  [6400, 2900, '아침 기온은 3도, 하늘은 맑습니다.'],
  [9800, 2500, '먼저 작은 찻집에 들러 볼까요?'],
  [12800, 3000, '유자차 한 잔에 5천 원입니다.'],
]

const SEOUL_WALK_EN: Line[] = [
  [800, 2200, 'Hello, this is Seoul Walks.'],
  [3200, 2600, "Today let's stroll through\nthe alleys of Bukchon in November."],
  [6400, 2900, 'It is 3 degrees this morning, and the sky is clear.'],
  [9800, 2500, 'Shall we stop at a small tea house first?'],
  [12800, 3000, 'A cup of yuja tea is 5,000 won.'],
]

const SEOUL_WALK_MS = 754_000

export const koreanManual: SeedTrack = {
  language: 'ko',
  label: '한국어',
  events: written(SEOUL_WALK_KO, SEOUL_WALK_MS),
}

export const englishManual: SeedTrack = {
  language: 'en',
  label: 'English',
  events: written(SEOUL_WALK_EN, SEOUL_WALK_MS),
}

export const koreanAutomatic: SeedTrack = {
  language: 'ko',
  label: '한국어 (자동 생성됨)',
  automatic: true,
  events: rolling(
    [
      [800, 4900, '안녕하세요 서울 산책입니다'],
      [3200, 6100, '오늘은 11월의 북촌 골목을 함께'],
      [6400, 5900, '걸어 보겠습니다 아침 기온은 3도'],
    ],
    SEOUL_WALK_MS,
  ),
}

export const englishAutomatic: SeedTrack = {
  language: 'en',
  label: 'English (auto-generated)',
  automatic: true,
  events: rolling(
    [
      [160, 4520, 'so this is a small kitchen with one'],
      [2480, 4400, 'window and we want more light in'],
      [4680, 4640, "here let's start with the shelves"],
      [9320, 2760, 'and then we paint the wall'],
    ],
    312_000,
  ),
}

/** A track with two lines, for videos of which only the language matters. */
export const shortTrack = (language: string, label: string, lines: [string, string], automatic = false): SeedTrack => ({
  language,
  label,
  automatic,
  events: written(
    [
      [500, 1800, lines[0]],
      [2600, 2100, lines[1]],
    ],
    95_000,
  ),
})

/** Unusual content of json3 files (video facts, section 3). */
export const quirkyTrack: SeedTrack = {
  language: 'en',
  label: 'English',
  events: [
    windowOver(61_000),
    { tStartMs: 1000, dDurationMs: 2000, segs: [{ utf8: 'Salt &amp; pepper,\nthat&#39;s it' }] },
    { tStartMs: 3000, dDurationMs: 1500, segs: [{ utf8: '\n' }] },
    { tStartMs: 3500, segs: [{ utf8: '\u200bno length ' }, { utf8: 'on this one' }] },
    { tStartMs: 6000, dDurationMs: 4000, segs: [{ utf8: 'two people speak' }] },
    { tStartMs: 8000, dDurationMs: 1500, segs: [{ utf8: 'at the same time' }] },
    { tStartMs: 10_000, segs: [{ utf8: 'x < y &lt;i&gt; ok' }] },
    { tStartMs: 12_000, dDurationMs: 800, aAppend: 1, segs: [{ utf8: 'back.' }] },
    { tStartMs: 12_800, dDurationMs: 800, aAppend: 1, segs: [{ utf8: '\n' }] },
  ],
}
