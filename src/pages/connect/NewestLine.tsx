import { type Account, productOf } from '../api/accounts.ts'
import type { Newest } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { newestTexts } from '../text/newest.ts'
import { Moment } from '../ui/layout.tsx'

/** The newest thing of an account, or that it has none, in words of its product. */
export function NewestLine({ account, newest }: { account: Account } & Newest) {
  const texts = useTexts(newestTexts)
  const product = productOf(account)
  if (!newest) return <>{texts.none[product]}</>
  return (
    <>
      <span class="soft">{texts.of[product]}</span> <bdi>{newest.title ?? texts.untitled}</bdi>{' '}
      {newest.at && <Moment at={newest.at} withDay />}
    </>
  )
}
