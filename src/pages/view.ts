import { useEffect, useState } from 'preact/hooks'

export const VIEWS = ['overview', 'keys', 'events', 'usage', 'activity'] as const
export type View = (typeof VIEWS)[number]

/** Undefined for anything but a view, such as the target of the skip link. */
const ofAddress = (): View | undefined =>
  location.hash === '' ? 'overview' : VIEWS.find((view) => /^#[^/]*/.exec(location.hash)?.[0] === `#${view}`)

/** The view named after # in the URL, so that the back button and bookmarks work. */
export function useView(): View {
  const [view, setView] = useState(() => ofAddress() ?? 'overview')
  useEffect(() => {
    const follow = () => setView((last) => ofAddress() ?? last)
    addEventListener('hashchange', follow)
    // It may have changed between the first render and this effect.
    follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  return view
}
