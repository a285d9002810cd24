import { useEffect, useState } from 'preact/hooks'
import type { FailureFilter } from '../api/activity-types.ts'

const BEGINNING = '#activity/'

const toAddress = (...parts: readonly string[]) => BEGINNING + parts.map(encodeURIComponent).join('/')

/** The URLs of this page with one failed request, and with those of a key or a group. */
export const requestLink = (requestId: string): string => toAddress(requestId)
export const keyLink = (id: string): string => toAddress('key', id)
export const groupLink = (group: string): string => toAddress('group', group)

/** What the URL asks for, also after it changed. */
export function useSought(): FailureFilter {
  const [sought, setSought] = useState(readAddress)
  useEffect(() => {
    const follow = () => setSought(readAddress())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return sought
}

function readAddress(): FailureFilter {
  const none: FailureFilter = { requestId: '', key: '', group: '' }
  if (!location.hash.startsWith(BEGINNING)) return none
  try {
    const [first = '', second] = location.hash.slice(BEGINNING.length).split('/').map(decodeURIComponent)
    if (second === undefined) return { ...none, requestId: first }
    return first === 'key' || first === 'group' ? { ...none, [first]: second } : none
  } catch {
    return none
  }
}
