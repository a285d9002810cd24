import { useId, useRef } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'

/** A longer change was pasted, not typed. */
const TYPED_AT_ONCE = 8

/**
 * Accepts pasted text. The text is parsed at once and removed from the screen. The results fill the fields below, which
 * hide secrets.
 */
export function PasteBox({ example, onPasted }: { example: string; onPasted: (text: string) => void }) {
  const { connecting } = useTexts()
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const length = useRef(0)
  const take = (text: string) => {
    if (box.current) box.current.value = ''
    length.current = 0
    if (text.trim()) onPasted(text)
  }
  return (
    <div class="field paste">
      <label for={id}>{connecting.paste}</label>
      <textarea
        id={id}
        ref={box}
        rows={4}
        placeholder={example}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        data-1p-ignore
        aria-describedby={`${id}-hint`}
        onPaste={(event) => {
          event.preventDefault()
          take(event.clipboardData?.getData('text') ?? '')
        }}
        // Drops and phone keyboards do not send a paste event.
        onInput={({ currentTarget: { value } }) => {
          if (value.length - length.current > TYPED_AT_ONCE) take(value)
          else length.current = value.length
        }}
        onBlur={({ currentTarget: { value } }) => take(value)}
      />
      <p class="hint" id={`${id}-hint`}>
        {connecting.pasteHint}
      </p>
    </div>
  )
}
