import { useEffect, useRef } from 'preact/hooks'
import { useLanguage } from '../../text/choice.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Code } from '../Code.tsx'
import type { Asks } from '../document/asks.ts'
import type { Operation } from '../document/read.ts'
import type { DescribedRequest } from '../request/describe.ts'
import { useTexts } from '../text/language.tsx'

interface Props {
  operation: Operation
  asks: Asks
  request: DescribedRequest
  onAnswer: (agreed: boolean) => void
}

/** Asks before money moves, something is deleted, or existing data is lost. Enter declines. */
export function ConfirmSend({ operation: { summary, korean }, asks, request, onAnswer }: Props) {
  const { trying } = useTexts()
  const { language } = useLanguage()
  const decline = useRef<HTMLButtonElement>(null)
  useEffect(() => decline.current?.focus(), [])
  const { method, path, body } = request
  const what = language === 'ko' && korean ? korean : summary
  return (
    <Modal title={trying.confirm.title} onClose={() => onAnswer(false)}>
      <p>{trying.confirm[asks](what)}</p>
      <Code>{[`${method} ${path}`, body].filter((part) => part !== undefined).join('\n')}</Code>
      <div class="actions end">
        <button type="button" ref={decline} class="button" onClick={() => onAnswer(false)}>
          {trying.confirm.decline}
        </button>
        <button type="button" class="button danger" onClick={() => onAnswer(true)}>
          {trying.confirm.send}
        </button>
      </div>
    </Modal>
  )
}
