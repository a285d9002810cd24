import type { Context } from 'hono'
import type { AppEnv } from '../state.ts'

/** What people call their devices, by a word of the User-Agent header. The first match counts. */
const DEVICES: readonly [word: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** Most browsers also name the browsers that they descend from, so the order matters. */
const BROWSERS: readonly [word: RegExp, name: string][] = [
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(/, 'Naver'],
  [/Whale\//, 'Whale'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
]

const LONGEST_CITY = 40

/**
 * What sent a request, in the words of a person: `iPhone, Safari, Seoul`. The device and the browser are as the request
 * claims. The city is Cloudflare's estimate, and absent on this machine. Null when nothing is known.
 */
export function describeDevice(c: Context<AppEnv>): string | null {
  const agent = c.req.header('User-Agent') ?? ''
  const named = [DEVICES, BROWSERS].map((list) => list.find(([word]) => word.test(agent))?.[1])
  const { city, country } = (c.req.raw.cf ?? {}) as { city?: string; country?: string }
  const place = (city ?? country)?.slice(0, LONGEST_CITY)
  return [...named, place].filter((part) => part !== undefined).join(', ') || null
}
