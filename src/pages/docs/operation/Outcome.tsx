import type { Answer } from '../request/send.ts'
import { useTexts } from '../text/language.tsx'

/** The outcome in one line. */
export function Outcome({ answer: { status, isGood, milliseconds, requestId } }: { answer: Answer }) {
  const { trying } = useTexts()
  return (
    <>
      <span class={`status ${isGood ? 'good' : 'bad'}`}>{status}</span> {trying.outcome(milliseconds)}{' '}
      <code>{requestId ?? trying.noId}</code>
    </>
  )
}
