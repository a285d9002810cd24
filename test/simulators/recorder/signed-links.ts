import { hexId } from './ids.ts'
import type { Plaud, StoredObject } from './state.ts'

/** Seconds that a link lives (facts 7). */
export const CONTENT_LIFE = 300
export const AUDIO_LIFE = 3600

/** `20261121T090000Z`, the form of `X-Amz-Date`. */
const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')
const readStamp = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3:$4:$5Z'))

const signature = (host: string, key: string, date: string, life: string) =>
  hexId(`${host} ${key} ${date} ${life}`).repeat(2)

/** Stores an object, or nothing, at its link, and signs the link for GET, for this many seconds. */
export function signedLink(
  { state, now }: Plaud,
  host: string,
  key: string,
  object: StoredObject | undefined,
  life: number,
): string {
  if (object) state.objects.set(`${host}/${key}`, object)
  else state.objects.delete(`${host}/${key}`)
  const date = stamp(now())
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `test-storage-key/${date.slice(0, 8)}/region/s3/aws4_request`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(life),
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': signature(host, key, date, String(life)),
  })
  return `https://${host}/${key.split('/').map(encodeURIComponent).join('/')}?${query}`
}

/** Whether a link may be read at this time (epoch ms). */
export function checkLink(url: URL, now: number): 'good' | 'unsigned' | 'forged' | 'expired' {
  const given = url.searchParams.get('X-Amz-Signature')
  const date = url.searchParams.get('X-Amz-Date')
  const life = url.searchParams.get('X-Amz-Expires')
  if (!given || !date || !life) return 'unsigned'
  if (given !== signature(url.hostname, objectKey(url), date, life)) return 'forged'
  return now < readStamp(date) + Number(life) * 1000 ? 'good' : 'expired'
}

export const objectKey = (url: URL): string => url.pathname.slice(1).split('/').map(decodeURIComponent).join('/')
