import type { SecretKind } from '../../base/misplaced.ts'
import type { Account } from '../api/accounts.ts'
import type { Texts } from '../text/texts.ts'

/** What a misplaced secret is, and where it belongs. @param isOwner whether the reader can paste it there */
export function describeMisplaced(
  { connecting: { misplaced }, products }: Pick<Texts, 'connecting' | 'products'>,
  secret: SecretKind,
  belongsTo: Account | undefined,
  isOwner: boolean,
): string {
  const { sentNowhere } = misplaced
  if (belongsTo === undefined) return `${misplaced.ofNone[secret as keyof typeof misplaced.ofNone]} ${sentNowhere}`
  const product = products[belongsTo]
  if (!isOwner) return `${misplaced.notHere(product)} ${sentNowhere}`
  return `${secret === 'vendor_id' ? misplaced.vendorId(product) : misplaced.ofProduct(product)} ${sentNowhere}`
}
