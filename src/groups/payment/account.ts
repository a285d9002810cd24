import type { AccountConnector } from '../../accounts/accounts.ts'
import { badInput, misconfigured } from '../../base/errors.ts'
import { proOrPayment } from '../../gateway/operation-type.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { readCredentials } from '../../upstream/credentials.ts'
import { API_VERSIONS, hostOfHeader, hostOfSetting, type ProductHost } from '../hosts.ts'
import { findBill } from './bills.ts'
import { newBillId } from './changes.ts'
import type { ConnectionHeaders } from './group.ts'
import { storedConnection } from './payssam.ts'

/** The account of a request, and its host: the five connection fields of the contract, validated. */
export interface PaymentAccount extends ProductHost {
  apiKey: string
  memberId: string
  merchantId: string
  /** The business number, ten digits. */
  businessNumber: string
}

/** The ten digits of a Korean business number, with or without hyphens. Undefined for anything else. */
export const businessNumberDigits = (text: string): string | undefined =>
  /^\d{3}-?\d{2}-?\d{5}$/.test(text) ? text.replaceAll('-', '') : undefined

/**
 * The account of a request, named in one of two ways. Throws 400 that names both ways when the headers contain neither,
 * both, or only a part of one. Throws 400 or 500 for an invalid value, and 401 when no account is stored.
 */
export async function readAccount(state: RequestState, headers: ConnectionHeaders): Promise<PaymentAccount> {
  const {
    'X-Payment-Mode': stored,
    'X-Payment-Host': host,
    'X-Payment-Api-Key': apiKey,
    'X-Payment-Member-ID': memberId,
    'X-Payment-Merchant-ID': merchantId,
    'X-Payment-Business-Number': number,
  } = headers
  if (stored && !(host || apiKey || memberId || merchantId || number)) return readOwnAccount(state)
  if (stored || !host || !apiKey || !memberId || !merchantId || !number) {
    throw badInput(
      'connection: send either X-Payment-Mode: true, or all of X-Payment-Host, X-Payment-Api-Key, X-Payment-Member-ID, X-Payment-Merchant-ID and X-Payment-Business-Number',
    )
  }
  const businessNumber = businessNumberDigits(number)
  if (!businessNumber) throw badInput('X-Payment-Business-Number: must be ten digits, as 1234567890 or 123-45-67890')
  return { ...hostOfHeader(host), apiKey, memberId, merchantId, businessNumber }
}

/**
 * The deployment's own account, for a request. The deployment's licence must open it, whatever the licence of a named
 * key.
 */
export async function readOwnAccount({ settings, upstream }: RequestState): Promise<PaymentAccount> {
  if (!proOrPayment.admits.includes(settings.licence)) throw proOrPayment.refuse(settings.serviceName)
  return readStoredAccount(upstream)
}

/** The deployment's own account, for work outside of a request. */
export async function readStoredAccount(upstream: UpstreamContext): Promise<PaymentAccount> {
  const { settings } = upstream
  const secrets = await readCredentials(upstream, 'payment')
  const host = hostOfSetting(secrets.PAYMENT_HOST)
  const businessNumber = businessNumberDigits(secrets.PAYMENT_BUSINESS_NUMBER)
  if (!businessNumber) throw misconfigured('PAYMENT_BUSINESS_NUMBER must be ten digits')
  const named = settings.env.PAYMENT_API_VERSION || host.apiVersion
  const apiVersion = API_VERSIONS.find((version) => version === named)
  if (!apiVersion) throw misconfigured(`PAYMENT_API_VERSION must be one of ${API_VERSIONS.join(', ')}`)
  return {
    ...host,
    apiVersion,
    apiKey: secrets.PAYMENT_API_KEY,
    memberId: secrets.PAYMENT_MEMBER_ID,
    merchantId: secrets.PAYMENT_MERCHANT_ID,
    businessNumber,
  }
}

export const paymentAccount: AccountConnector = {
  account: 'payment',
  group: 'payment',
  fields: {
    host: 'PAYMENT_HOST',
    api_key: 'PAYMENT_API_KEY',
    member_id: 'PAYMENT_MEMBER_ID',
    merchant_id: 'PAYMENT_MERCHANT_ID',
    business_number: 'PAYMENT_BUSINESS_NUMBER',
  },
  // Reads a bill id that was never used. If the product says that there is no such bill, the connection works.
  async probe(upstream) {
    const connection = storedConnection(upstream)
    const { businessNumber } = await connection.account()
    await findBill(connection, newBillId(businessNumber, crypto.randomUUID()))
    return {}
  },
}
