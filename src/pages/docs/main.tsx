import { render } from 'preact'
import { preferredLanguage } from '../text/choice.tsx'
import { Caller } from './access/caller.tsx'
import { readPrefilled } from './access/key.ts'
import { fetchReference, type Reference } from './document.ts'
import { DocsPage } from './page.tsx'
import { fetchTexts, Languages } from './text/language.tsx'

const root = document.getElementById('docs')
if (root) {
  const [first, reference] = await Promise.all([
    fetchTexts(preferredLanguage()),
    fetchReference().catch((error: Error): Reference | string => error.message),
  ])
  render(
    <Languages first={first}>
      <Caller prefilled={readPrefilled()}>
        <DocsPage reference={reference} />
      </Caller>
    </Languages>,
    root,
  )
}
