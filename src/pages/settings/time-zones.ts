import type { Language } from '../text/common.ts'

/** A time zone as a person chooses it. */
export interface TimeZone {
  id: string
  /** The name in the language of the page, with the place and the distance from UTC. */
  name: string
}

/** The zone of most owners, which comes before the others. */
const FIRST = 'Asia/Seoul'

/** What people type for a zone and no name of the browser has: not each browser knows the cities in Korean. */
const WORDS: Readonly<Record<string, string>> = {
  'Asia/Seoul': '서울 한국 korea kst',
  'Asia/Tokyo': '도쿄 일본',
  'Asia/Shanghai': '상하이 베이징 중국 beijing',
  'Asia/Hong_Kong': '홍콩',
  'Asia/Taipei': '타이베이 대만',
  'Asia/Singapore': '싱가포르',
  'Asia/Bangkok': '방콕 태국',
  'Asia/Saigon': '호찌민 호치민 하노이 베트남 hanoi ho chi minh',
  'Asia/Ho_Chi_Minh': '호찌민 호치민 하노이 베트남 hanoi',
  'Asia/Dubai': '두바이',
  'Australia/Sydney': '시드니 호주',
  'Europe/London': '런던 영국',
  'Europe/Paris': '파리 프랑스',
  'Europe/Berlin': '베를린 독일',
  'America/New_York': '뉴욕 미국 동부',
  'America/Chicago': '시카고 미국 중부',
  'America/Los_Angeles': '로스앤젤레스 샌프란시스코 시애틀 미국 서부 san francisco seattle',
  'America/Vancouver': '밴쿠버 캐나다',
  'America/Toronto': '토론토 캐나다',
}

const getPart = (language: string, timeZone: string, timeZoneName: 'shortGeneric' | 'longGeneric' | 'shortOffset') =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** The place of an id: `New York` of `America/New_York`. */
const getPlace = (id: string): string => (id.split('/').at(-1) ?? id).replaceAll('_', ' ')

/**
 * The name of a zone. In Korean the short form names the place, unless the browser knows the place in English only. In
 * English the long one is the known name.
 */
export function nameTimeZone(language: Language, id: string): string {
  const short = language === 'ko' ? getPart(language, id, 'shortGeneric') : ''
  const words = /[가-힣]/.test(short) && !/[a-z]{2}/i.test(short) ? short : getPart(language, id, 'longGeneric')
  const place = getPlace(id)
  const offset = getPart(language, id, 'shortOffset')
  const details = [words.includes(place) ? '' : place, words === offset ? '' : offset].filter(Boolean).join(', ')
  return details === '' ? words : `${words} (${details})`
}

/** All zones of the browser by id: that of the browser and Seoul first. */
export function listTimeZones(own: string): string[] {
  const first = [...new Set([own, FIRST])]
  return [...first, ...Intl.supportedValuesOf('timeZone').filter((id) => !first.includes(id))]
}

const toWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_/()]+/g, ' ')
    .trim()

/** The zones that have each word of a search in their name or id. */
export function searchTimeZones(zones: readonly TimeZone[], search: string): TimeZone[] {
  const words = toWords(search).split(' ').filter(Boolean)
  return zones.filter(({ id, name }) => {
    const all = toWords(`${name} ${id} ${WORDS[id] ?? ''}`)
    return words.every((word) => all.includes(word))
  })
}
