import type { Keys } from './target.ts'

type Texts = Readonly<Record<string, string>>

/** Values of a deployment that must never be exposed, by the name of a shell variable. */
export function localSecrets(settings: Texts, accounts: readonly Texts[], keys: Keys): Map<string, string> {
  const { pro, basic = '', payment = '', scoped, expired = '' } = keys
  const sent = accounts.flatMap((headers, at) =>
    Object.entries(headers)
      .filter(([name]) => /Token$|Key$/.test(name))
      .map(([name, value]) => [`${name.toUpperCase().replaceAll('-', '_')}_${at}`, value] as const),
  )
  const secrets = new Map([
    // Hosts and URLs are not secret.
    ...Object.entries(settings).filter(([name]) => !/_(HOST|URL)$/.test(name)),
    ...sent,
    ['KEY', pro],
    ['BASIC_KEY', basic],
    ['PAYMENT_KEY', payment],
    ['SCOPED_KEY', scoped?.key ?? ''],
    ['EXPIRED_KEY', expired],
  ])
  secrets.delete('API_KEY')
  // They say whose account it is.
  for (const name of ['SHOP_VENDOR_ID', 'PAYMENT_BUSINESS_NUMBER']) secrets.delete(name)
  return secrets
}
