import { useEffect, useRef } from 'preact/hooks'
import type { Account } from '../api/accounts.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  account: Account
  /** Whether the product has accepted the credential. */
  isTested: boolean
  expiresAt: string | null
}

/** Says that an account is now connected, and until when; or that it was only saved. */
export function Outcome({ account, isTested, expiresAt }: Props) {
  const { connecting, products } = useTexts()
  const { language } = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class={`outcome ${isTested ? 'good' : 'warn'}`}>
      <Icon name={isTested ? 'good' : 'warn'} />
      <h2 ref={heading} tabIndex={-1}>
        {(isTested ? connecting.done : connecting.doneUntested)(products[account])}
      </h2>
      {!isTested && <p>{connecting.testLater}</p>}
      <p class="soft">{expiresAt ? connecting.doneEnds(formatDateTime(language, expiresAt)) : connecting.doneNoEnd}</p>
    </div>
  )
}
