import { type Place, quoted, refusal, remark } from '../place.ts'

/** A state as filters name it: `verified`, `expired` or `none`. Values say `unverified` for the last (facts 6). */
export function toVerification(value: unknown, place: Place): string {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (['verified', 'expired', 'none'].includes(word)) return word
  if (word !== 'unverified') throw refusal(place, 'must be verified, expired or none')
  remark(place, `${quoted(value)} was read as none`)
  return 'none'
}
