import { useEffect, useRef } from 'preact/hooks'
import { ApiError } from '../api/call.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Icon } from '../ui/Icon.tsx'

/** Why a link does not work: the URL has none, it was used or has expired, or it is wrong. */
export function whyDead(error: unknown): 'empty' | 'gone' | 'wrong' | undefined {
  if (error === 'empty') return 'empty'
  if (!(error instanceof ApiError)) return undefined
  return error.status === 410 ? 'gone' : error.status === 401 ? 'wrong' : undefined
}

export function DeadLink({ error, retry }: { error: unknown; retry: () => void }) {
  const { linkPage } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const why = whyDead(error)
  if (!why) return <Failure error={error} retry={retry} />
  const words = {
    empty: [linkPage.emptyTitle, linkPage.emptyLead],
    gone: [linkPage.goneTitle, linkPage.goneLead],
    wrong: [linkPage.wrongTitle, linkPage.wrongLead],
  }[why]
  return (
    <section class="card center outcome warn">
      <Icon name={why === 'gone' ? 'clock' : 'warn'} />
      <h1 ref={heading} tabIndex={-1}>
        {words[0]}
      </h1>
      <p>{words[1]}</p>
    </section>
  )
}
