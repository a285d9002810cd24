import { useState } from 'preact/hooks'
import { type EventAttachment, type EventType, typesOf } from '../../base/events.ts'
import type { Subscription } from '../api/event-types.ts'
import { changeSubscription } from '../api/events.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Field } from '../ui/Field.tsx'
import { useFirstFault } from '../ui/first-fault.ts'
import { Modal } from '../ui/Modal.tsx'
import { Tick } from '../ui/Tick.tsx'
import { useTask } from '../ui/task.ts'
import { hasContent } from './choices.ts'
import { TypeChoice } from './TypeChoice.tsx'
import { isEndpoint, refusesUrl } from './url.ts'

interface Props {
  subscription: Subscription
  title: string
  onChanged: (subscription: Subscription) => void
  onClose: () => void
}

/** Changes what a subscription receives and where it goes. Its present URL is not shown, because it may be a secret. */
export function EditDialog({ subscription, title, onChanged, onClose }: Props) {
  const { common, events: texts } = useTexts()
  const [named] = useState(() => typesOf(subscription.types))
  const [types, setTypes] = useState<readonly EventType[]>(named)
  const [withContent, setWithContent] = useState(subscription.include.length > 0)
  const [description, setDescription] = useState(subscription.description ?? '')
  const [url, setUrl] = useState('')
  const { busy, error, run } = useTask()
  const { form, noteTry } = useFirstFault()
  const isUrlWrong = (url.trim() !== '' && !isEndpoint(url)) || refusesUrl(error)
  const isChanged = url !== '' || description !== (subscription.description ?? '') || types !== named
  const submit = (event: Event) => {
    event.preventDefault()
    noteTry()
    if (types.length === 0 || (url.trim() !== '' && !isEndpoint(url))) return
    // One part of the content may have been chosen through the API.
    const kept: EventAttachment[] = subscription.include.length > 0 ? subscription.include : ['transcript', 'summary']
    run(async () => {
      onChanged(
        await changeSubscription(subscription.id, {
          // Names such as recorder.* stay, unless the choice was changed.
          ...(types !== named && { types: [...types] }),
          include: withContent && hasContent(types) ? kept : [],
          description: description.trim() || null,
          ...(url.trim() && { url: url.trim() }),
        }),
      )
      onClose()
    })
  }
  return (
    <Modal title={texts.editTitle(title)} onClose={onClose} asks={isChanged ? common.unsaved : undefined}>
      <form ref={form} onSubmit={submit} noValidate>
        <Field label={texts.name} hint={texts.nameHint} value={description} maxLength={200} onValue={setDescription} />
        <Field
          label={texts.urlOther}
          hint={texts.urlStays}
          error={isUrlWrong ? texts.urlWrong : undefined}
          value={url}
          maxLength={2048}
          onValue={setUrl}
        />
        <TypeChoice types={types} onTypes={setTypes} />
        {types.length === 0 && (
          <p class="fault" tabIndex={-1}>
            {texts.typesMissing}
          </p>
        )}
        {hasContent(types) && (
          <Tick
            label={texts.withContent}
            hint={texts.withContentHint}
            checked={withContent}
            onChecked={setWithContent}
          />
        )}
        <div role="alert">{!refusesUrl(error) && <Failure error={error} />}</div>
        <div class="actions end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {common.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
