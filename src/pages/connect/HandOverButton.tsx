import { useEffect, useState } from 'preact/hooks'
import type { Product } from '../api/accounts.ts'
import { firstTexts } from '../text/first.ts'
import { handOverTexts } from '../text/hand-over.ts'
import { useTexts } from '../text/language.tsx'
import { Notice } from '../ui/layout.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { useTask } from '../ui/task.ts'
import type { HandOver } from '../view.ts'
import { askExtension } from './extension.ts'

interface Props {
  product: Product
  /** How the sign-in was brought here. Undefined when nobody has said so: it may be on the clipboard. */
  handOver: HandOver | undefined
  /** Whether there are values already. */
  isEntered: boolean
  /** Reads the text. @returns whether it had something for the account */
  onText: (text: string) => Promise<boolean>
  /** The person has to paste. */
  onBlocked: () => void
}

/** Takes a sign-in from the clipboard or from the extension, only at a press. */
export function HandOverButton({ product, handOver, isEntered, onText, onBlocked }: Props) {
  const { products } = useTexts(firstTexts)
  const texts = useTexts(handOverTexts)
  const { busy, run } = useTask()
  const [problem, setProblem] = useState<'silent' | 'blocked' | 'empty'>()
  const name = products[product]
  // The person has pasted after all.
  useEffect(() => {
    if (isEntered) setProblem(undefined)
  }, [isEntered])

  const takeFromExtension = async () => {
    const text = await askExtension(product)
    if (text) await onText(text)
    else setProblem('silent')
  }
  const takeFromClipboard = async () => {
    let text: string
    try {
      text = await navigator.clipboard.readText()
    } catch {
      setProblem('blocked')
      onBlocked()
      return
    }
    if (!text.trim()) setProblem('empty')
    // A sign-in does not stay there, where any other paste would show it.
    else if (await onText(text)) await navigator.clipboard.writeText('').catch(() => {})
  }
  const take = () =>
    run(() => {
      setProblem(undefined)
      return handOver === 'extension' ? takeFromExtension() : takeFromClipboard()
    })
  return (
    <div class="hand-over">
      {handOver && (
        <p>
          {handOver === 'extension' ? texts.extensionLead(name) : texts.copiedLead(name)} {texts.sentLater}
        </p>
      )}
      <p>
        <Button variant={handOver && !isEntered ? 'primary' : 'plain'} busy={busy} onClick={take}>
          <Icon name="paste" />
          {handOver === 'extension' ? texts.takeExtension : texts.take}
        </Button>
      </p>
      <div role="alert">
        {problem && (
          <Notice tone="warn">
            <p>{problem === 'silent' ? texts.silent(name) : texts[problem]}</p>
          </Notice>
        )}
      </div>
    </div>
  )
}
