import { useState } from 'preact/hooks'
import type { Account } from '../api/accounts.ts'
import { nameAccount } from '../text/account-name.ts'
import { bookmarkTexts } from '../text/bookmark.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { CopyField } from '../ui/shared.tsx'
import { makeBookmark, toHandOver } from './bookmark.ts'

interface Props {
  account: Account
  /** Whether the bookmark opens the management app. The page of a link has an address that works once, so it does not. */
  isOwner: boolean
}

/** A link to drag to the bookmarks bar. The content policy keeps its script from running here. */
export function Bookmark({ account, isOwner }: Props) {
  const { products } = useTexts(firstTexts)
  const texts = useTexts(bookmarkTexts)
  const [isPressed, setPressed] = useState(false)
  const address = makeBookmark(texts.words, isOwner ? toHandOver(location.origin, account) : undefined)
  const press = (event: Event) => {
    event.preventDefault()
    setPressed(true)
  }
  return (
    <>
      <a class="button bookmark" href={address} onClick={press} onAuxClick={press}>
        {texts.name(nameAccount(products, account), location.host)}
      </a>
      <p class="hint" role="status">
        {isPressed && texts.notHere}
      </p>
      <details>
        <summary>{texts.byHand}</summary>
        <CopyField label={texts.address} value={address} hint={texts.byHandLead} />
      </details>
    </>
  )
}
