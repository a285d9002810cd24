import { shellWords } from './shell-words.ts'

/** What a copied request shows about a browser's session. */
export interface CopiedRequest {
  /** The value of its Cookie header. Undefined without one. */
  cookie: string | undefined
  /** The host that it was sent to. */
  host: string | undefined
}

/** Parses a request that was copied from a browser "as cURL", for bash or cmd. Undefined for any other text. */
export function requestOfCurl(text: string): CopiedRequest | undefined {
  if (!/^\s*(?:\$\s*)?curl(?:\.exe)?\s/i.test(text)) return undefined
  const words = shellWords(text)
  let cookie: string | undefined
  let host: string | undefined
  for (const [place, word] of words.entries()) {
    const next = words[place + 1] ?? ''
    if (/^(?:-H|--header)$/.test(word)) cookie ??= cookieOfHeader(next)
    else if (/^(?:-b|--cookie)$/.test(word)) cookie ??= next.includes('=') ? next : undefined
    else if (/^-H./.test(word)) cookie ??= cookieOfHeader(word.slice(2))
    else if (/^https?:\/\//i.test(word)) host ??= getHost(word)
  }
  return { cookie, host }
}

const cookieOfHeader = (header: string) => /^\s*cookie\s*:\s*(.*)$/is.exec(header)?.[1]

export function getHost(address: string): string | undefined {
  try {
    return new URL(address).hostname
  } catch {
    return undefined
  }
}
