import { useLanguage } from '../text/choice.tsx'
import { Markdown } from './Markdown.tsx'
import { useTexts } from './text/language.tsx'

const DOCUMENTS = ['openapi.json', 'llms.txt']

/** @param text the document's own introduction, in English; the guides say the same in every language */
export function Introduction({ text }: { text: string }) {
  const { page } = useTexts()
  const { language } = useLanguage()
  return (
    <div class="prose" id="introduction">
      {language === 'en' && <Markdown text={text} />}
      <p class="soft" id="key-note">
        {page.keyNote}
      </p>
      <p class="soft">
        {page.documents}{' '}
        {DOCUMENTS.map((name, at) => (
          <>
            {at > 0 && ', '}
            <a href={`/${name}`}>{name}</a>
          </>
        ))}
      </p>
    </div>
  )
}
