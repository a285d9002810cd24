import { isFirst } from '../api/accounts.ts'
import type { Arrival } from '../connect/arrival.ts'
import { nameAccount } from '../text/account-name.ts'
import { arrivalTexts } from '../text/arrival.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Notice } from '../ui/layout.tsx'
import { OpeningKeys } from './lazy-parts.ts'

/** Says how the sign-in at a product ended from which the owner comes back. */
export function ArrivalNotice({ arrival: { connected, account = 'social', failed } }: { arrival: Arrival }) {
  const { products } = useTexts(firstTexts)
  const texts = useTexts(arrivalTexts)
  return (
    <>
      {connected && (
        <Notice tone="good">
          <p>{texts.done(nameAccount(products, account))}</p>
          {!isFirst(account) && <OpeningKeys account={account} />}
        </Notice>
      )}
      {failed && (
        <Notice tone="bad">
          <p>{texts.failed[failed]}</p>
        </Notice>
      )}
    </>
  )
}
