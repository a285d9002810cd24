import { useEffect, useState } from 'preact/hooks'
import { keyLink } from '../activity/entries.ts'
import { call } from '../api/session.ts'
import { useTexts } from '../text/language.tsx'
import { programsTexts } from '../text/programs.ts'
import { Notice } from '../ui/layout.tsx'

/** The interval at which the page asks for it. The gateway itself knows of a request after ten seconds at most. */
const POLL_MS = 4000

interface Props {
  keyId: string
  /** How many requests this page itself has made with the key. */
  own?: number
  onArrived: () => void
}

type Found = 'refused' | 'arrived' | undefined

/** Whether somebody uses the key, or an AI app that was connected after `since`. */
async function findUse(keyId: string, own: number, since: number): Promise<Found> {
  const [keys, { grants }] = await Promise.all([
    call('admin_list_keys').then(({ keys }) => keys),
    call('admin_list_grants'),
  ])
  if (grants.some(({ last_used_at }) => Date.parse(last_used_at ?? '') >= since)) return 'arrived'
  const used = (keys.find(({ id }) => id === keyId)?.requests_30d ?? 0) - own
  if (used <= 0) return undefined
  const { entries } = await call('admin_list_requests', { query: { key: keyId, limit: 20 } })
  return entries.reduce((sum, { count }) => sum + count, 0) < used ? 'arrived' : 'refused'
}

/** Waits for the first request with a new key, as long as the page is in sight. */
export function FirstRequest({ keyId, own = 0, onArrived }: Props) {
  const texts = useTexts(programsTexts)
  const [found, setFound] = useState<Found>()
  const [since] = useState(() => Date.now())
  const isOver = found === 'arrived'
  useEffect(() => {
    if (isOver) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWanted = true
    let isAsking = false
    const poll = async () => {
      // The page may come to the front before the answer. Then that goes on.
      if (isAsking) return
      isAsking = true
      // A failed request is repeated like one that found nothing.
      const use = await findUse(keyId, own, since).catch(() => undefined)
      isAsking = false
      if (!isWanted) return
      if (use) setFound(use)
      if (use === 'arrived') onArrived()
      if (!document.hidden) timer = setTimeout(poll, POLL_MS)
    }
    const follow = () => {
      clearTimeout(timer)
      if (!document.hidden) poll()
    }
    document.addEventListener('visibilitychange', follow)
    follow()
    return () => {
      isWanted = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [keyId, own, isOver])
  return (
    <div role="status" class="first-request">
      {found === 'arrived' ? (
        <Notice tone="good">
          <p>
            <strong>{texts.arrived}</strong>
          </p>
        </Notice>
      ) : found === 'refused' ? (
        <Notice tone="warn">
          <p>
            {texts.refused}{' '}
            <a href={keyLink(keyId)} target="_blank" rel="noreferrer">
              {texts.why}
            </a>
          </p>
        </Notice>
      ) : (
        <>
          <p class="waiting">
            <span class="spinner" aria-hidden="true" />
            {texts.waiting}
          </p>
          <p class="hint">{texts.hidden}</p>
        </>
      )}
    </div>
  )
}
