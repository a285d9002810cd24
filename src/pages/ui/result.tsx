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

/** The result of the last pressed button of a part, for `ResultNotice`. It disappears when the language is switched. */
export function useResult() {
  const { language } = useLanguage()
  const [last, setLast] = useState<Result & { in: string }>()
  return {
    result: last?.in === language ? last : undefined,
    showResult: (words: ComponentChildren, tone: Tone = 'good') => setLast({ tone, words, in: language }),
    clear: () => setLast(undefined),
  }
}

/** The result of a button, next to it, and its failure. */
export const ResultNotice = ({ result, error }: { result: Result | undefined; error?: unknown }) => (
  <>
    <div role="status" class="said">
      {result && (
        <Notice tone={result.tone}>
          <p>{result.words}</p>
        </Notice>
      )}
    </div>
    <div role="alert">
      <Failure error={error} />
    </div>
  </>
)

/** Replaces something that was deleted. It takes the focus, because the pressed button is gone. */
export function DeletedNotice({ words }: { words: string }) {
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
