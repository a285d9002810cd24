import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { CopyField } from '../ui/Copy.tsx'
import { Done, Modal } from '../ui/Modal.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  name: string
  value: string
  children?: ComponentChildren
  onClose: () => void
}

/** A new key, shown only once. It asks before it closes while nobody has copied the key. */
export function NewKeyDialog({ name, value, children, onClose }: Props) {
  const { keys: texts } = useTexts()
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <Modal title={texts.newKey(name)} onClose={onClose} asks={isCopied ? undefined : texts.notCopied}>
      <div ref={shown} tabIndex={-1} class="stack">
        <Notice tone="warn">
          <p>{texts.shownOnce}</p>
        </Notice>
        <CopyField label={texts.newKey(name)} value={value} onCopied={() => setCopied(true)} />
        {children}
        <div class="actions end">
          <Done />
        </div>
      </div>
    </Modal>
  )
}
