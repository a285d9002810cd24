import { useEffect, useRef } from 'preact/hooks'
import type { Connected } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { Icon } from '../ui/Icon.tsx'

/** Says that an account is now connected, and until when. */
export function Outcome({ connected: { account, state, expires_at } }: { connected: Connected }) {
  const { connecting, products } = useTexts()
  const { language } = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const tested = state === 'ok' || state === 'expires_soon'
  return (
    <div class={`outcome ${tested ? 'good' : 'warn'}`}>
      <Icon name={tested ? 'good' : 'warn'} />
      <h2 ref={heading} tabIndex={-1}>
        {(tested ? connecting.done : connecting.doneUntested)(products[account])}
      </h2>
      <p>{expires_at ? connecting.doneEnds(formatDateTime(language, expires_at)) : connecting.doneNoEnd}</p>
    </div>
  )
}
