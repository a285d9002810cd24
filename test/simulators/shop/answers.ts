import { htmlPage } from '../rest.ts'

/** A character that no id or name contains, to mark a string. */
const MARK = '\u0000'

/** Digits kept as text and serialized as a bare JSON number: `642538971006401431`, `25900.0`. */
export const bare = (digits: string): string => MARK + digits

/** The JSON text as the product writes it: 18 and 19 digit ids without quotes, so that a plain JSON.parse rounds them. */
export const printJson = (value: unknown): string => JSON.stringify(value).replace(/"\\u0000(-?\d+(?:\.\d+)?)"/g, '$1')

export const jsonResponse = (value: unknown, status = 200): Response =>
  new Response(printJson(value), { status, headers: { 'content-type': 'application/json;charset=UTF-8' } })

/** A closed shop answers every call with a page (facts 4.4, inference). */
export interface Maintenance {
  status: number
  wording: keyof typeof PAGES
}

const PAGES = {
  korean:
    '<html lang="ko"><head><title>시스템 점검 안내</title></head><body><p>더 나은 서비스를 위해 점검 중입니다.</p></body></html>',
  stopped:
    '<html lang="ko"><head><title>쿠팡!</title></head><body><p>02:00부터 06:00까지 서비스가 일시 중단됩니다.</p></body></html>',
  english:
    '<html lang="en"><head><title>Coupang</title></head><body><h1>Scheduled maintenance</h1><p>We will be back soon.</p></body></html>',
  withLogin:
    '<html lang="ko"><head><title>로그인 서비스 점검</title></head><body><a href="https://login.coupang.com/login/login.pang">로그인</a><p>잠시 후 다시 이용해 주세요.</p></body></html>',
}

export const maintenancePage = ({ status, wording }: Maintenance): Response => htmlPage(PAGES[wording], status)
