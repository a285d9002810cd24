import { expect, it } from 'vitest'
import { listTimeZones, nameTimeZone, searchTimeZones } from '../../../src/pages/settings/time-zones.ts'

const named = (language: 'en' | 'ko', ...ids: string[]) => ids.map((id) => ({ id, name: nameTimeZone(language, id) }))
const IDS = ['Asia/Seoul', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'UTC']

it('the zone of the browser and Seoul come first, and each once', () => {
  const zones = listTimeZones('Europe/Berlin')
  expect(zones.slice(0, 2)).toEqual(['Europe/Berlin', 'Asia/Seoul'])
  expect(new Set(zones).size).toBe(zones.length)
  expect(listTimeZones('Asia/Seoul')[0]).toBe('Asia/Seoul')
  // A browser may have a zone that its own list has under another name.
  expect(listTimeZones('Asia/Calcutta')).toContain('Asia/Calcutta')
})

it('a zone has its name in the language of the page, with its place and its distance from UTC', () => {
  expect(nameTimeZone('ko', 'Asia/Seoul')).toMatch(/^대한민국 시간 \(Seoul, GMT\+9\)$/)
  expect(nameTimeZone('en', 'Asia/Seoul')).toMatch(/^Korean .*Time \(Seoul, GMT\+9\)$/)
  expect(nameTimeZone('ko', 'America/New_York')).toMatch(/^(뉴욕|미 동부) 시간 \(New York, GMT-[45]\)$/)
  for (const id of listTimeZones('UTC').slice(0, 60)) expect(nameTimeZone('ko', id)).not.toMatch(/_|undefined/)
})

it.each([
  ['ko', '서울', ['Asia/Seoul']],
  ['ko', '한국', ['Asia/Seoul']],
  ['ko', '뉴욕', ['America/New_York']],
  ['ko', 'new york', ['America/New_York']],
  ['ko', 'america/new_york', ['America/New_York']],
  ['ko', '독일', ['Europe/Berlin']],
  ['en', 'gmt+9', ['Asia/Seoul']],
  ['en', '  INDIA ', ['Asia/Kolkata']],
  ['ko', '미국 동부', ['America/New_York']],
  ['en', 'atlantis', []],
  ['en', '', IDS],
] as const)('in %s, %j finds %j', (language, search, ids) => {
  expect(searchTimeZones(named(language, ...IDS), search).map(({ id }) => id)).toEqual([...ids])
})
