import { useId, useState } from 'preact/hooks'
import { useTexts } from '../../text/language.tsx'
import { CopyButton } from '../../ui/shared.tsx'
import { useCaller } from '../access/caller.tsx'
import { Code } from '../Code.tsx'
import type { DescribedRequest } from '../request.ts'
import { docsTexts } from '../text.ts'
import { LANGUAGE_NAMES, LANGUAGES, type SnippetLanguage, toCall } from './languages.ts'

interface Props {
  /** The operation's summary, which becomes the name of an n8n node. */
  title: string
  request: DescribedRequest
  /** The key for requests. Undefined for an operation that needs none. */
  apiKey: string | undefined
}

/** The request as code snippets. They contain no credential, unless the person asks for it in this form. */
export function Snippets({ title, request, apiKey }: Props) {
  const { trying } = useTexts(docsTexts)
  const { language, setLanguage } = useCaller()
  const [shown, setShown] = useState(false)
  const id = useId()
  const text = LANGUAGES[language](toCall(request, location.origin, apiKey, shown), title)
  return (
    <fieldset class="snippets">
      <legend>{trying.snippet}</legend>
      <div class="switch">
        {(Object.keys(LANGUAGES) as SnippetLanguage[]).map((name) => (
          <button type="button" key={name} aria-pressed={name === language} onClick={() => setLanguage(name)}>
            {LANGUAGE_NAMES[name]}
          </button>
        ))}
      </div>
      <p class="hint">{trying.notes[language]}</p>
      <div class="command">
        <Code>{text}</Code>
        <CopyButton text={text} what={LANGUAGE_NAMES[language]} />
      </div>
      <label class="tick" for={id}>
        <input
          id={id}
          type="checkbox"
          checked={shown}
          onInput={({ currentTarget }) => setShown(currentTarget.checked)}
        />
        {trying.reveal}
      </label>
      {shown && <p class="hint">{trying.revealed}</p>}
    </fieldset>
  )
}
