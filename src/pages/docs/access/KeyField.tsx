import { useTexts } from '../../text/language.tsx'
import { docsTexts } from '../text.ts'
import { KEY_FIELD, useCaller } from './caller.tsx'
import { getKeyError } from './key.ts'

/** The key for requests. It is stored only in this field. */
export function KeyField() {
  const { page } = useTexts(docsTexts)
  const { key, setKey, asked, answerAsked } = useCaller()
  const error = asked ? getKeyError(key) : undefined
  return (
    <form
      class="access"
      aria-label={page.key}
      onSubmit={(event) => {
        event.preventDefault()
        answerAsked()
      }}
    >
      <label for={KEY_FIELD}>{page.key}</label>
      <input
        id={KEY_FIELD}
        type="password"
        value={key}
        placeholder={page.keyHint}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        data-1p-ignore
        data-lpignore="true"
        aria-describedby="key-error key-note"
        aria-invalid={error ? true : undefined}
        onInput={({ currentTarget }) => setKey(currentTarget.value)}
      />
      <p id="key-error" role="alert">
        {error && page.keyAsked(page[error])}
      </p>
    </form>
  )
}
