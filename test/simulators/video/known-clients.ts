export interface KnownClient {
  /** Value of X-YouTube-Client-Name. */
  id: number
  /** The oldest version that is still answered. */
  least: string
  /** Context fields without which the client is refused. */
  needs: readonly string[]
  /** Web clients get `microformat` and plain titles. The others get caption links that end in `fmt=srv3`. */
  web: boolean
}

/** The clients of video facts, section 1. The oldest versions are those that libraries still use. */
export const KNOWN_CLIENTS: Readonly<Record<string, KnownClient>> = {
  ANDROID: { id: 3, least: '20.10.38', needs: ['androidSdkVersion'], web: false },
  IOS: { id: 5, least: '20.10.4', needs: ['deviceMake', 'deviceModel'], web: false },
  VISIONOS: { id: 101, least: '1.02', needs: ['deviceMake', 'deviceModel'], web: false },
  ANDROID_VR: { id: 28, least: '1.60.19', needs: ['androidSdkVersion', 'deviceModel'], web: false },
  MWEB: { id: 2, least: '2.20260101.00.00', needs: [], web: true },
  WEB: { id: 1, least: '2.20260101.00.00', needs: [], web: true },
  TVHTML5: { id: 7, least: '7.20260101.00.00', needs: [], web: true },
}

/** Whether a dotted version is older than another, part by part. */
export function isOlder(version: string, than: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, least] of than.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part < least
  }
  return false
}
