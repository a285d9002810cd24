import { useState } from 'preact/hooks'
import type { EventType } from '../../base/events.ts'
import { call } from '../api/session.ts'
import type { Attempt, Subscription } from '../api/types.ts'
import { eventsTexts } from '../text/events.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Select } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ResultNotice, useResult } from '../ui/result.tsx'
import { Button, CopyButton } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { describeDeliveryError, getReceivedTypes } from './names.ts'

/** JSON as people read it. Anything else stays as it is. */
function format(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A text that a program sent or received, to read and to copy. */
export function Body({ title, text }: { title: string; text: string }) {
  const shown = format(text)
  return (
    <>
      <pre class="code" lang="en">
        <code>{shown}</code>
      </pre>
      <div class="actions">
        <CopyButton text={shown} what={title} />
      </div>
    </>
  )
}

/** The request and the response of a delivery. Both are closed until they are opened. */
export function SentJson({ attempt: { request_body, response_body } }: { attempt: Attempt }) {
  const texts = useTexts(eventsTexts)
  return (
    <>
      {request_body && (
        <details class="original">
          <summary>{texts.sentBody}</summary>
          <Body title={texts.sentBody} text={request_body} />
        </details>
      )}
      {response_body && (
        <details class="original">
          <summary>{texts.responseBody}</summary>
          <Body title={texts.responseBody} text={response_body} />
        </details>
      )}
    </>
  )
}

interface SampleDialogProps {
  subscription: Subscription
  title: string
  onSent: () => void
  onClose: () => void
}

/** Sends an event of a type to a program, which learns its fields from that. */
export function SampleDialog({ subscription: { id, types, key_id }, title, onSent, onClose }: SampleDialogProps) {
  const { common, words } = useTexts(firstTexts)
  const texts = useTexts(eventsTexts)
  const offered = getReceivedTypes(types, key_id)
  const [type, setType] = useState<EventType>(offered[0] ?? 'latchkey.test')
  const [attempt, setAttempt] = useState<Attempt>()
  const { value: known, error: loadError } = useLoaded(() => call('events_list_types').then(({ types }) => types))
  const { busy, error, run } = useTask()
  const { result, showResult, clear } = useResult()
  const documented = known?.find((one) => one.type === type)?.sample
  const sent = attempt?.type === type ? attempt : undefined
  const body = sent?.request_body ?? (documented && JSON.stringify({ ...documented, test: true }))
  const send = () =>
    run(async () => {
      clear()
      const next = await call(
        'events_test_subscription',
        { path: { id: id }, body: { type: type } },
        { isImpatient: true },
      )
      setAttempt(next)
      if (next.ok) showResult(texts.tested(String(next.status)))
      else showResult(texts.notTested(next.error ? describeDeliveryError(texts, next.error) : common.unknown), 'warn')
      onSent()
    })
  return (
    <Modal title={texts.sampleTitle(title)} onClose={onClose}>
      <p>{texts.sampleLead}</p>
      {offered.length > 1 && (
        <Select
          label={texts.sampleType}
          options={offered.map((one) => [one, words.eventTypes[one]])}
          value={type}
          onValue={(chosen) => {
            setType(chosen as EventType)
            clear()
          }}
        />
      )}
      {body && <Body title={sent ? texts.sentBody : texts.sampleBody} text={body} />}
      <ResultNotice result={result} error={error} />
      {sent?.response_body && (
        <details class="original">
          <summary>{texts.responseBody}</summary>
          <Body title={texts.responseBody} text={sent.response_body} />
        </details>
      )}
      <div role="alert">
        <Failure error={loadError} />
      </div>
      <div class="actions end">
        <Button onClick={onClose}>{common.close}</Button>
        <Button variant="primary" busy={busy} onClick={send}>
          {texts.sendSample(words.eventTypes[type])}
        </Button>
      </div>
    </Modal>
  )
}
