import { useEffect, useRef } from 'preact/hooks'

const MINUTE_MS = 60_000

/**
 * Refreshes every minute while the page is in sight, and as soon as it comes to the front. One refresh runs at a time, so
 * that none starts while somebody signs in again. A failed refresh is repeated like any other.
 */
export function useRefresh(refresh: () => Promise<unknown>, everyMs = MINUTE_MS): void {
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    let isRunning = false
    let endedAt = Date.now()
    const refreshIfDue = async () => {
      // Coming to the front is more than one event.
      if (document.hidden || isRunning || Date.now() - endedAt < Math.min(everyMs, MINUTE_MS) / 12) return
      isRunning = true
      await latest.current().catch(() => {})
      isRunning = false
      endedAt = Date.now()
    }
    const timer = setInterval(refreshIfDue, everyMs)
    document.addEventListener('visibilitychange', refreshIfDue)
    addEventListener('focus', refreshIfDue)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfDue)
      removeEventListener('focus', refreshIfDue)
    }
  }, [everyMs])
}
