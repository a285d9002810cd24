import { useEffect, useState } from 'preact/hooks'

export interface Place {
  /** The guide of this page. */
  guide: string | undefined
  /** An operation or a group, or a heading of the guide. */
  id: string
}

const PAGE = /^\/docs(?:\/guide\/([\w-]+))?$/

const here = (): Place => ({
  guide: PAGE.exec(location.pathname)?.[1],
  id: decodeURIComponent(location.hash.slice(1)),
})

/** Opens the part that the URL names, and scrolls to it. */
export function usePlace(): Place {
  const [place, setPlace] = useState(here)
  useEffect(() => {
    const arrive = () => setPlace(here())
    // Without a new load the key and what was typed stay. A browser that lacks this API loads the page again.
    const stay = (event: NavigateEvent) => {
      const { canIntercept, hashChange, navigationType, destination } = event
      const isSamePage = hashChange || (navigationType === 'replace' && destination.sameDocument)
      if (!canIntercept || isSamePage || navigationType === 'reload') return
      if (PAGE.test(new URL(destination.url).pathname)) event.intercept({ handler: async () => arrive() })
    }
    addEventListener('hashchange', arrive)
    globalThis.navigation?.addEventListener('navigate', stay)
    return () => {
      removeEventListener('hashchange', arrive)
      globalThis.navigation?.removeEventListener('navigate', stay)
    }
  }, [])
  useEffect(() => {
    const target = document.getElementById(place.id)
    for (let part = target?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true
    target?.scrollIntoView()
  }, [place])
  return place
}
