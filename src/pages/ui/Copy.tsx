import { useEffect, useId, useState } from 'preact/hooks'
import { useCommon } from '../text/choice.tsx'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface CopyProps {
  text: string
  what: string
  /** Whether the button says what it copies. */
  isLong?: boolean
  onCopied?: (() => void) | undefined
}

/** Copies a text to the clipboard, and says so for two seconds. */
export function CopyButton({ text, what, isLong = false, onCopied }: CopyProps) {
  const common = useCommon()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => {
        setCopied(true)
        onCopied?.()
      },
      () => {},
    )
  return (
    <>
      <Button class="button" onClick={copy} aria-label={`${copied ? common.copied : common.copy}: ${what}`}>
        <Icon name={copied ? 'check' : 'copy'} />
        {copied ? common.copied : isLong ? `${common.copy}: ${what}` : common.copy}
      </Button>
      <span role="status" class="unseen">
        {copied ? common.copied : ''}
      </span>
    </>
  )
}

interface FieldProps {
  label: string
  value: string
  hint?: string
  onCopied?: () => void
}

/** A value to copy, in a field that can be selected if there is no clipboard. */
export function CopyField({ label, value, hint, onCopied }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="joined">
        <input
          id={id}
          class="mono"
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
        <CopyButton text={value} what={label} onCopied={onCopied} />
      </div>
      {hint && <p class="hint">{hint}</p>}
    </div>
  )
}
