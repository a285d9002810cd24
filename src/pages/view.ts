import { useEffect, useState } from 'preact/hooks'
import { isAccount, type Product } from './api/accounts.ts'

/** The views in the menu. */
export const VIEWS = ['overview', 'keys', 'events', 'usage', 'activity', 'settings'] as const
export type View = (typeof VIEWS)[number] | 'sign-in'

/** The first part of what follows # in the URL. Programs may encode the colon of an account. */
export const readHash = (): string => /^#([^/]*)/.exec(location.hash.replace(/%3a/i, ':'))?.[1] ?? ''

/** How a sign-in was brought to the page, which an address may say behind the account. */
const HAND_OVERS = { copied: ['recorder'], extension: ['recorder', 'shop-consumer'] } as const
export type HandOver = keyof typeof HAND_OVERS

/** What the address says of it. Undefined for an address that only names an account or a view. */
export function readHandOver(product: Product): HandOver | undefined {
  const said = location.hash.split('/')[1]
  const ways = Object.entries(HAND_OVERS) as [HandOver, readonly Product[]][]
  return ways.find(([way, products]) => way === said && products.includes(product))?.[0]
}

/** Undefined for anything but a view, such as the target of the skip link. An account, as messages name it, is on the overview. */
function parseView(): View | undefined {
  const name = readHash()
  return name === '' || isAccount(name) ? 'overview' : ([...VIEWS, 'sign-in'] as const).find((view) => view === name)
}

/** The view named after # in the URL, so that the back button and bookmarks work. */
export function useView(): View {
  const [view, setView] = useState(() => parseView() ?? 'overview')
  useEffect(() => {
    const follow = () => setView((last) => parseView() ?? last)
    addEventListener('hashchange', follow)
    // It may have changed between the first render and this effect.
    follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  return view
}
