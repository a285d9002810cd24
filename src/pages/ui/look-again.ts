import { useEffect, useRef } from 'preact/hooks'

const MINUTE_MS = 60_000

/**
 * Looks again while the page is in sight, and as soon as it comes to the front. One look at a time: while somebody signs
 * in again, it waits. A look that fails is repeated like one that found nothing.
 */
export function useLookAgain(look: () => Promise<unknown>, everyMs = MINUTE_MS): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    let isLooking = false
    let lookedAt = Date.now()
    const lookAgain = async () => {
      // Coming to the front is more than one event.
      if (document.hidden || isLooking || Date.now() - lookedAt < Math.min(everyMs, MINUTE_MS) / 12) return
      isLooking = true
      await latest.current().catch(() => {})
      isLooking = false
      lookedAt = Date.now()
    }
    const timer = setInterval(lookAgain, everyMs)
    document.addEventListener('visibilitychange', lookAgain)
    addEventListener('focus', lookAgain)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookAgain)
      removeEventListener('focus', lookAgain)
    }
  }, [everyMs])
}
