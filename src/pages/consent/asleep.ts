import { useEffect, useState } from 'preact/hooks'

/** How long a person needs at least to see what a button does, in milliseconds. */
const ASLEEP_MS = 1_000

/**
 * Whether a button must not be pressed yet: for a second after it appeared, and after the window got the focus. Another
 * page may have redirected a press that was meant for itself, such as the second click of a double click (clickjacking
 * with a popup).
 */
export function useAsleep(): boolean {
  const [asleep, setAsleep] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const sleep = () => {
      clearTimeout(timer)
      setAsleep(true)
    }
    const wake = () => {
      sleep()
      timer = setTimeout(() => setAsleep(false), ASLEEP_MS)
    }
    const update = () => (document.hidden ? sleep() : wake())
    addEventListener('focus', wake)
    addEventListener('blur', sleep)
    document.addEventListener('visibilitychange', update)
    wake()
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', wake)
      removeEventListener('blur', sleep)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return asleep
}
