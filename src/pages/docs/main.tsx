import { render } from 'preact'
import { LanguageChoice } from '../text/language.tsx'
import { Caller } from './access/caller.tsx'
import { readPrefilled } from './access/key.ts'
import { fetchReference, type Reference } from './document.ts'
import { DocsPage } from './page.tsx'

const root = document.getElementById('docs')
if (root) {
  const reference = await fetchReference().catch((error: Error): Reference | string => error.message)
  render(
    <LanguageChoice>
      <Caller prefilled={readPrefilled()}>
        <DocsPage reference={reference} />
      </Caller>
    </LanguageChoice>,
    root,
  )
}
