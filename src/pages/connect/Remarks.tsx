import { isWarning, type Remark } from '../paste/understood.ts'
import { type Language, useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'
import type { Texts } from '../text/texts.ts'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  remarks: readonly Remark[]
  /** What is still missing, as text. Empty when nothing is. */
  missing: string
}

/** What was found in a paste, its kind and expiry, and what is missing. */
export function Remarks({ remarks, missing }: Props) {
  const texts = useTexts()
  const { language } = useLanguage()
  return (
    <ul class="remarks" aria-live="polite">
      {remarks.map((remark, place) => (
        <li key={place} class={isWarning(remark) ? 'warn' : 'good'}>
          <Icon name={isWarning(remark) ? 'warn' : 'good'} />
          <span>{splitWords(remark, texts, language)}</span>
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

function splitWords(remark: Remark, { connecting }: Texts, language: Language): string {
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
    case 'no_secret_part':
      return connecting.noSecretPart
    case 'cut':
      return connecting.cut
    case 'nothing':
      return connecting.nothing
  }
}
