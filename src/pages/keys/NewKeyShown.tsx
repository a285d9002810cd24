import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyField } from '../ui/Copy.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  name: string
  value: string
  children?: ComponentChildren
  onClose: () => void
}

/** A new key, shown only once. */
export function NewKeyShown({ name, value, children, onClose }: Props) {
  const { common, keys: texts } = useTexts()
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <div ref={shown} tabIndex={-1} class="stack">
      <Notice tone="warn">
        <p>{texts.shownOnce}</p>
      </Notice>
      <CopyField label={texts.newKey(name)} value={value} />
      {children}
      <div class="actions end">
        <Button look="primary" onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </div>
  )
}
