import { hmac } from '../../rest.ts'

export const SELLER_VENDOR_ID = 'A00012345'
export const SELLER_ACCESS_KEY = 'test-access-key'
export const SELLER_SECRET_KEY = 'test-secret-key'

/** Who calls the product. */
export interface Vendor {
  id: string
  accessKey: string
  secretKey: string
}

export const SELLER: Vendor = { id: SELLER_VENDOR_ID, accessKey: SELLER_ACCESS_KEY, secretKey: SELLER_SECRET_KEY }

const SKEW_MS = 5 * 60 * 1000

/** Both comma styles: the seller guide writes ", ", the sister guide "," (facts 2.1). */
const CEA =
  /^CEA algorithm=(?<algorithm>[^,\s]+), ?access-key=(?<accessKey>[^,\s]+), ?signed-date=(?<signedDate>[^,\s]+), ?signature=(?<signature>[^,\s]+)$/

const SIGNED_DATE = /^(\d\d)(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** The message of the 401 (facts 2.5). Null when the signature is valid. */
export async function signatureFlaw(request: Request, vendor: Vendor, now: number): Promise<string | null> {
  const header = request.headers.get('authorization') ?? ''
  if (!header.startsWith('CEA ')) return 'Request is not authorized.'

  const { algorithm, accessKey, signedDate = '', signature } = CEA.exec(header)?.groups ?? {}
  if (algorithm !== 'HmacSHA256' || !SIGNED_DATE.test(signedDate)) return 'HMAC format is invalid.'
  if (accessKey !== vendor.accessKey)
    return 'Unknown error occurred, please contact api-gateway channel for further details.'

  const signedAt = Date.parse(signedDate.replace(SIGNED_DATE, '20$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(now - signedAt) <= SKEW_MS)) return 'Specified signature is expired.'

  const { pathname, search } = new URL(request.url)
  const expected = await hmac(vendor.secretKey, signedDate + request.method + pathname + search.slice(1))
  return signature === expected ? null : 'Invalid signature.'
}
