import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLanguage } from '../text/language.tsx'
import { Failure } from './Failure.tsx'
import { Notice, type Tone } from './layout.tsx'

/** The result of a pressed button. */
export interface Result {
  tone: Tone
  words: ComponentChildren
}

/** What the last pressed button of a part did, for `Said`. It disappears when the language is switched. */
export function useSaid() {
  const { language } = useLanguage()
  const [last, setSaid] = useState<Result & { in: string }>()
  return {
    said: last?.in === language ? last : undefined,
    say: (words: ComponentChildren, tone: Tone = 'good') => setSaid({ tone, words, in: language }),
    clear: () => setSaid(undefined),
  }
}

/** The result of a button, next to it, and its failure. */
export const Said = ({ said, error }: { said: Result | undefined; error?: unknown }) => (
  <>
    <div role="status" class="said">
      {said && (
        <Notice tone={said.tone}>
          <p>{said.words}</p>
        </Notice>
      )}
    </div>
    <div role="alert">
      <Failure error={error} />
    </div>
  </>
)

/** What takes the place of something that was deleted. The focus goes there, because its button is gone. */
export function Gone({ words }: { words: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // After the dialog that asked has returned the focus.
    const timer = setTimeout(() => place.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" class="gone" tabIndex={-1} ref={place}>
      {words}
    </p>
  )
}
