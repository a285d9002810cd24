import { badInput } from '../../base/errors.ts'

const MAX_LENGTH = 2048

/**
 * Parses a URL that a person copied from a browser: http or https, with or without the scheme, and a plain ASCII host.
 * Throws 400 with `video_url` for anything that can disguise a URL: credentials, a port, an IP address, or a host that
 * a URL parser would change.
 */
export function plainUrl(written: string): URL {
  // The URL standard drops line breaks and reads a backslash as a slash.
  if (written.length > MAX_LENGTH || /[\s\p{Cc}\\]/u.test(written)) throw badInput('video_url: is not a URL')
  const whole = withScheme(written)
  if (!URL.canParse(whole)) throw badInput('video_url: is not a URL')
  const url = new URL(whole)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw badInput('video_url: must be an http or https URL')

  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(whole)?.[1] ?? ''
  if (authority.includes('@')) throw badInput('video_url: must not hold a user name or password')
  if (/^\[|^[\d.]+$/.test(url.hostname)) throw badInput('video_url: must name a host, not an IP address')
  if (authority.includes(':')) throw badInput('video_url: must not name a port')
  if (authority.toLowerCase() !== url.hostname) throw badInput('video_url: is not on a host of the video service')
  return url
}

function withScheme(written: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written)) return written
  return written.startsWith('//') ? `https:${written}` : `https://${written}`
}
