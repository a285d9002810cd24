import { badInput } from '../../base/errors.ts'
import { getKoreanDay } from '../../base/time.ts'

const FREE_CHARACTERS = 10

/**
 * An id for a bill without one: the business number and ten random characters, the only form that the product's test
 * hosts accept.
 *
 * @param businessNumber ten digits
 * @param uuid a new one: its 122 random bits become base 36
 */
export function newBillId(businessNumber: string, uuid: string): string {
  const random = BigInt(`0x${uuid.replaceAll('-', '')}`) % 36n ** BigInt(FREE_CHARACTERS)
  return businessNumber + random.toString(36).toUpperCase().padStart(FREE_CHARACTERS, '0')
}

/**
 * Throws 400 for an `expire_dt` in the past, by the calendar of Korea.
 *
 * @param expireDt `YYYY-MM-DD`
 * @param now epoch milliseconds
 */
export function checkExpiry(expireDt: string, now: number): void {
  const today = getKoreanDay(now)
  if (expireDt < today) throw badInput(`expire_dt: is in the past: today in Korea is ${today}`)
}
