import type { Product } from '../api/accounts.ts'

/** The address of the extension in the shop of a browser. The app offers it once there is one. */
export const EXTENSION_SHOP: string | undefined = undefined

/** How long the extension may take, in milliseconds. Its browser may have to start it. */
const PATIENCE_MS = 5_000

/** What the extension answers to its own window. */
const isTaken = (data: unknown): data is { text: string | null } =>
  typeof data === 'object' && data !== null && 'latchkey' in data && data.latchkey === 'taken' && 'text' in data

/**
 * Asks the browser extension for the sign-in that it has taken (src/connectors/browser). It answers once, on the page that
 * it has opened. Only what this page itself says counts.
 *
 * @returns null when there is no extension, or it has nothing for this page
 */
export function askExtension(product: Product): Promise<string | null> {
  return new Promise((resolve) => {
    const finish = (text: string | null) => {
      removeEventListener('message', hear)
      clearTimeout(timer)
      resolve(text)
    }
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source === window && origin === location.origin && isTaken(data)) finish(data.text)
    }
    const timer = setTimeout(() => finish(null), PATIENCE_MS)
    addEventListener('message', hear)
    window.postMessage({ latchkey: 'take', account: product }, location.origin)
  })
}
