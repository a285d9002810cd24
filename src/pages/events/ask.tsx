import { useState } from 'preact/hooks'
import { call } from '../api/session.ts'
import { lazy } from '../ui/lazy.tsx'
import { useLoaded } from '../ui/task.ts'

const FirstQuestion = lazy(async () => (await import('./FirstQuestion.tsx')).FirstQuestion, { isDialog: true })

/** Set in a browser in which the owner does not want to be asked. */
const LATER = 'latchkey-ask-later'

/** The question where to tell that an account is broken, while nobody is told. */
export function Ask() {
  const [isLater, setLater] = useState(() => localStorage.getItem(LATER) !== null)
  const { value } = useLoaded(async () => (isLater ? undefined : call('admin_get_events')))
  const isTold = value?.subscriptions.some(({ types }) =>
    types.some((type) => type === '*' || type.startsWith('account.')),
  )
  if (isLater || !value || isTold) return null
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
