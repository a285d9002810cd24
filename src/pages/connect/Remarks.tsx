import type { Account } from '../api/accounts.ts'
import { isWarning, type Remark } from '../paste/understood.ts'
import { type Language, useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'
import type { Texts } from '../text/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { describeMisplaced } from './misplaced.ts'

interface Props {
  remarks: readonly Remark[]
  /** What is still missing, as text. Empty when nothing is. */
  missing: string
  /** Goes to the account that a misplaced secret belongs to. */
  onGo: ((account: Account) => void) | undefined
}

/** What was found in a paste, its kind and expiry, and what is missing. */
export function Remarks({ remarks, missing, onGo }: Props) {
  const texts = useTexts()
  const { language } = useLanguage()
  return (
    <ul class="remarks" aria-live="polite">
      {remarks.map((remark, place) => (
        <li key={place} class={isWarning(remark) ? 'warn' : 'good'}>
          <Icon name={isWarning(remark) ? 'warn' : 'good'} />
          <div>
            {splitWords(remark, texts, language, onGo !== undefined)}
            <Go remark={remark} onGo={onGo} />
          </div>
        </li>
      ))}
      {remarks.length > 0 && missing && (
        <li class="soft">
          <Icon name="empty" />
          <span>{texts.connecting.missing(missing)}</span>
        </li>
      )}
    </ul>
  )
}

function Go({ remark, onGo }: { remark: Remark } & Pick<Props, 'onGo'>) {
  const { connecting, products } = useTexts()
  if (remark.says !== 'misplaced' || !remark.belongsTo || !onGo) return null
  const { belongsTo } = remark
  return (
    <p class="actions">
      <Button onClick={() => onGo(belongsTo)}>{connecting.misplaced.go(products[belongsTo])}</Button>
    </p>
  )
}

function splitWords(remark: Remark, texts: Texts, language: Language, isOwner: boolean): string {
  const { connecting } = texts
  switch (remark.says) {
    case 'request':
      return connecting.request[remark.form]
    case 'cookies':
      return `${connecting.cookies(remark.count)}. ${connecting.cookiesEnd}`
    case 'token': {
      const { kind, endsAt } = remark
      const end = endsAt && connecting.until(`${formatDateTime(language, endsAt)} (${distance(language, endsAt)})`)
      return `${connecting.kinds[kind ?? 'other']}, ${end ?? connecting.noEnd}`
    }
    case 'fields':
      return connecting.found(remark.fields.map((field) => connecting.fields[field]).join(', '))
    case 'no_cookie':
      return connecting.noCookie
    case 'other_host':
      return connecting.otherHost(remark.host)
    case 'ended':
      return connecting.ended
    case 'only_workspace_token':
      return connecting.onlyWorkspaceToken
    case 'official_login':
      return connecting.officialLogin
    case 'misplaced':
      return describeMisplaced(texts, remark.secret, remark.belongsTo, isOwner)
    case 'no_secret_part':
      return connecting.noSecretPart
    case 'cut':
      return connecting.cut
    case 'nothing':
      return connecting.nothing
  }
}
