import { useEffect, useState } from 'preact/hooks'

const here = () => decodeURIComponent(location.hash.slice(1))

/** The id in the URL: an operation, a guide or a group. Opens it and scrolls to it. */
export function usePlace(): string {
  const [place, setPlace] = useState(here)
  useEffect(() => {
    const arrive = () => {
      setPlace(here())
      const target = document.getElementById(here())
      if (target instanceof HTMLDetailsElement) target.open = true
      target?.scrollIntoView()
    }
    arrive()
    addEventListener('hashchange', arrive)
    return () => removeEventListener('hashchange', arrive)
  }, [])
  return place
}
