import { useEffect, useRef, useState } from 'preact/hooks'

/**
 * Moves the focus to the first invalid field of a form after each try to send it, because the field may be off the
 * screen. `tried` is whether somebody has tried.
 */
export function useFirstFault() {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const fault = tries > 0 && form.current?.querySelector<HTMLElement>('.fault')
    if (!fault) return
    fault.closest('details')?.setAttribute('open', '')
    const field = fault.closest('.field')?.querySelector<HTMLElement>('input, select, textarea')
    const target = field ?? fault
    target.focus()
  }, [tries])
  return { form, tried: tries > 0, noteTry: () => setTries((last) => last + 1) }
}
