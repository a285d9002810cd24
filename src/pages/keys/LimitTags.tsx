import type { KeyRecord } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { number } from '../text/moments.ts'

/** The limits of a key or grant, in short. */
export function LimitTags({ limits }: Pick<KeyRecord, 'limits'>) {
  const { keys: texts } = useTexts()
  const { language } = useLanguage()
  if (!limits) return null
  const { max_amount, daily_amount } = limits
  return (
    <>
      {max_amount !== null && <span class="tag">{texts.atMost(number(language, max_amount))}</span>}
      {daily_amount !== null && <span class="tag">{texts.atMostDaily(number(language, daily_amount))}</span>}
    </>
  )
}
