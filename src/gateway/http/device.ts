import type { Context } from 'hono'
import { isLoopback } from '../../base/url.ts'
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

/** Cloudflare's words for a country that it does not know, and for Tor, which is nowhere. */
const NOWHERE: ReadonlySet<string> = new Set(['XX', 'T1'])

/**
 * What sent a request, in the words of a person: `iPhone, Safari, Seoul`. The device and the browser are as the request
 * claims. Null when nothing is known.
 */
export function describeDevice(c: Context<AppEnv>): string | null {
  const agent = c.req.header('User-Agent') ?? ''
  const named = [DEVICES, BROWSERS].map((list) => list.find(([word]) => word.test(agent))?.[1])
  return [...named, findPlace(c)].filter(Boolean).join(', ') || null
}

/**
 * The city or country, which is Cloudflare's estimate. Undefined for a request that did not come through Cloudflare: a
 * local runtime puts a place of its own into `cf`.
 */
function findPlace({ req }: Context<AppEnv>): string | undefined {
  if (req.header('CF-Ray') === undefined || isLoopback(new URL(req.url).hostname)) return undefined
  const { city, country = '' } = (req.raw.cf ?? {}) as { city?: string; country?: string }
  return (city || (NOWHERE.has(country) ? '' : country)).slice(0, LONGEST_CITY)
}
