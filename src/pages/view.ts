import { useEffect, useState } from 'preact/hooks'

export const VIEWS = ['overview', 'keys', 'events', 'usage', 'activity'] as const
export type View = (typeof VIEWS)[number]

/** Undefined for what names no view, such as the place that the skip link leads to. */
const ofAddress = (): View | undefined =>
  location.hash === '' ? 'overview' : VIEWS.find((view) => /^#[^/]*/.exec(location.hash)?.[0] === `#${view}`)

/** The part of the page that the address names behind its #, so that going back and bookmarks work. */
export function useView(): View {
  const [view, setView] = useState(() => ofAddress() ?? 'overview')
  useEffect(() => {
    const follow = () => setView((last) => ofAddress() ?? last)
    addEventListener('hashchange', follow)
    // It may have changed between the first drawing and here.
    follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  return view
}
