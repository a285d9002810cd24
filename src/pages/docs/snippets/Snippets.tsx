import { useId, useState } from 'preact/hooks'
import { CopyButton } from '../../ui/Copy.tsx'
import { useCaller } from '../access/caller.tsx'
import { Code } from '../Code.tsx'
import type { DescribedRequest } from '../request/describe.ts'
import { useTexts } from '../text/language.tsx'
import { toCall } from './call.ts'
import { LANGUAGE_NAMES, LANGUAGES, type SnippetLanguage } from './languages.ts'

interface Props {
  /** Of the operation, as a node is named by it. */
  title: string
  request: DescribedRequest
  /** What requests are sent with, undefined for an operation that needs none. */
  apiKey: string | undefined
}

/** The request in other languages. It holds no credential, unless the person asks for it at this very form. */
export function Snippets({ title, request, apiKey }: Props) {
  const { trying } = useTexts()
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
