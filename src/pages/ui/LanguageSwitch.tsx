import { commonTexts } from '../text/common.ts'
import { useLanguage, useTexts } from '../text/language.tsx'

export function LanguageSwitch() {
  const { language, choose } = useLanguage()
  const common = useTexts(commonTexts)
  return (
    <fieldset class="switch">
      <legend class="unseen">{common.language}</legend>
      <button type="button" lang="en" aria-pressed={language === 'en'} onClick={() => choose('en')}>
        EN
      </button>
      <button type="button" lang="ko" aria-pressed={language === 'ko'} onClick={() => choose('ko')}>
        한국어
      </button>
    </fieldset>
  )
}
