import { useEffect, useRef } from 'preact/hooks'

/** Elements in which a slash is typed text. */
const TYPED_INTO = 'input, textarea, select, dialog'

/** Focuses a field on Ctrl-K, Command-K and, outside of fields, a slash. */
export function useShortcut() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event
      const isTyped = target instanceof Element && target.closest(TYPED_INTO) !== null
      const isMeant = key.toLowerCase() === 'k' ? ctrlKey || metaKey : key === '/' && !isTyped
      if (!isMeant || document.querySelector('dialog[open]')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', lead)
    return () => removeEventListener('keydown', lead)
  }, [])
  return field
}
