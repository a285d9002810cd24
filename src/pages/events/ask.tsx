import { useState } from 'preact/hooks'
import { call } from '../api/session.ts'
import { lazy } from '../ui/lazy.tsx'
import { useLoaded } from '../ui/task.ts'
import { useKnown } from '../ui/together.ts'

const FirstQuestion = lazy(async () => (await import('./FirstQuestion.tsx')).FirstQuestion, { isDialog: true })

/** Set in a browser in which the owner does not want to be asked. */
const LATER = 'latchkey-ask-later'

interface Props {
  /** Whether there is anything to tell of. */
  isAsked: boolean
  /** Called when it is known whether somebody is told, or cannot be. */
  onKnown: () => void
}

/** The question where to tell that an account is broken, while nobody is told. */
export function Ask({ isAsked, onKnown }: Props) {
  const [isLater, setLater] = useState(() => localStorage.getItem(LATER) !== null)
  const { value, error } = useLoaded(async () => {
    if (isLater) return { isTold: true, email_available: false }
    const { subscriptions, email_available } = await call('admin_get_events')
    const isTold = subscriptions.some(({ types }) => types.some((type) => type === '*' || type.startsWith('account.')))
    if (!isTold) await FirstQuestion.prepare()
    return { isTold, email_available }
  })
  useKnown(value !== undefined || error !== undefined, onKnown)
  if (!isAsked || isLater || !value || value.isTold) return null
  return (
    <FirstQuestion
      hasEmail={value.email_available}
      onLater={() => {
        localStorage.setItem(LATER, '')
        setLater(true)
        document.querySelector('h1')?.focus()
      }}
    />
  )
}
