import { isIpAddress } from '../../base/url.ts'

/** Whether the page was opened at an IP address, where no browser has passkeys. */
export const isAtIpAddress = (): boolean => isIpAddress(location.hostname)

/** Whether this browser can have passkeys of this page. */
export const hasPasskeys = (): boolean => !isAtIpAddress() && 'PublicKeyCredential' in window
