import { badInput, misconfigured } from '../../base/errors.ts'
import { proOrPayment } from '../../gateway/licence.ts'
import type { RequestState } from '../../gateway/state.ts'
import { credentials } from '../../upstream/credentials.ts'
import { API_VERSIONS, hostOfHeader, hostOfSetting, type ProductHost } from './hosts.ts'
import type { ConnectionHeaders } from './schemas.ts'

/** Whose bills are meant, and where: the five connection fields of the contract, read and checked. */
export interface Connection extends ProductHost {
  apiKey: string
  memberId: string
  merchantId: string
  /** Ten digits. */
  businessNumber: string
}

/** The ten digits of a Korean business number, written with or without its hyphens; undefined for anything else. */
export const businessNumberDigits = (text: string): string | undefined =>
  /^\d{3}-?\d{2}-?\d{5}$/.test(text) ? text.replaceAll('-', '') : undefined

/**
 * The connection of a request, given in one of two ways (decisions.md section 7). Throws 400 that names both when
 * neither, half of one, or both are given; 400 or 500 for what is not valid in one; 401 when no account is stored.
 */
export async function connectionOf(state: RequestState, headers: ConnectionHeaders): Promise<Connection> {
  const {
    'X-Payment-Mode': stored,
    'X-Payment-Host': host,
    'X-Payment-Api-Key': apiKey,
    'X-Payment-Member-ID': memberId,
    'X-Payment-Merchant-ID': merchantId,
    'X-Payment-Business-Number': number,
  } = headers
  if (stored && !(host || apiKey || memberId || merchantId || number)) return storedConnection(state)
  if (stored || !host || !apiKey || !memberId || !merchantId || !number) {
    throw badInput(
      'connection: send either X-Payment-Mode: true, or all of X-Payment-Host, X-Payment-Api-Key, X-Payment-Member-ID, X-Payment-Merchant-ID and X-Payment-Business-Number',
    )
  }
  const businessNumber = businessNumberDigits(number)
  if (!businessNumber) throw badInput('X-Payment-Business-Number: must be ten digits, as 1234567890 or 123-45-67890')
  return { ...hostOfHeader(host), apiKey, memberId, merchantId, businessNumber }
}

/** The deployment's own account, which its own licence must open, whatever that of a named key. */
async function storedConnection({ settings, outgoing }: RequestState): Promise<Connection> {
  if (!proOrPayment.admits.includes(settings.licence)) throw proOrPayment.refuse(settings.serviceName)
  const account = await credentials(outgoing, 'payment')
  const host = hostOfSetting(account.PAYMENT_HOST)
  const businessNumber = businessNumberDigits(account.PAYMENT_BUSINESS_NUMBER)
  if (!businessNumber) throw misconfigured('PAYMENT_BUSINESS_NUMBER must be ten digits')
  const named = settings.env.PAYMENT_API_VERSION || host.apiVersion
  const apiVersion = API_VERSIONS.find((version) => version === named)
  if (!apiVersion) throw misconfigured(`PAYMENT_API_VERSION must be one of ${API_VERSIONS.join(', ')}`)
  return {
    ...host,
    apiVersion,
    apiKey: account.PAYMENT_API_KEY,
    memberId: account.PAYMENT_MEMBER_ID,
    merchantId: account.PAYMENT_MERCHANT_ID,
    businessNumber,
  }
}
