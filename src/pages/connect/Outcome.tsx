import { useEffect, useRef } from 'preact/hooks'
import { type Account, productOf } from '../api/accounts.ts'
import { nameAccount } from '../text/account-name.ts'
import { connectingTexts } from '../text/connecting.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { Notice } from '../ui/layout.tsx'
import { Icon } from '../ui/shared.tsx'

interface OutcomeProps {
  account: Account
  /** Whether the product has accepted the credential. */
  isTested: boolean
  expiresAt: string | null
  identity?: string | null
  /** The owner of the account that it replaced. */
  previousIdentity?: string | null
}

/** Says that an account is now connected, and until when; or that it was only saved. */
export function Outcome({ account, isTested, expiresAt, identity, previousIdentity }: OutcomeProps) {
  const { accounts, products } = useTexts(firstTexts)
  const connecting = useTexts(connectingTexts)
  const { language } = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class={`outcome ${isTested ? 'good' : 'warn'}`}>
      <Icon name={isTested ? 'good' : 'warn'} />
      <h2 ref={heading} tabIndex={-1}>
        {(isTested ? connecting.done : connecting.doneUntested)(nameAccount(products, account))}
      </h2>
      {identity && (
        <p class="whose">
          <strong>{connecting.doneWhose(accounts.whose(productOf(account), identity))}</strong>
        </p>
      )}
      {identity && previousIdentity && (
        <Notice tone="warn">
          <p>{connecting.replaced(previousIdentity, identity)}</p>
        </Notice>
      )}
      {!isTested && <p>{connecting.testLater}</p>}
      <p class="soft">
        {expiresAt
          ? connecting.doneEnds(formatDateTime(language, expiresAt))
          : // Only this product's keys are known to have no end.
            productOf(account) === 'video'
            ? connecting.doneNever
            : connecting.doneNoEnd}
      </p>
    </div>
  )
}
