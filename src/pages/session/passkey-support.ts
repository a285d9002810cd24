import { isIpAddress } from '../../base/url.ts'

/** Whether the page was opened at an IP address, where no browser has passkeys. */
export const isAtIpAddress = (): boolean => isIpAddress(location.hostname)

/** Whether this browser can have passkeys of this page. */
export const hasPasskeys = (): boolean => !isAtIpAddress() && 'PublicKeyCredential' in window

/** Set once this browser has a passkey, or somebody has answered the offer of one. */
const OFFERED = 'latchkey-passkey-offered'

export const wasOffered = (): boolean => localStorage.getItem(OFFERED) !== null

/** Other tabs of this browser hear of it (`onOffered`). */
export const noteOffered = (): void => localStorage.setItem(OFFERED, 'yes')

/** Calls when another tab has noted it. Returns what ends it. */
export function onOffered(call: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === OFFERED && call()
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
