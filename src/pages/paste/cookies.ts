import { NOTHING, parseJson } from './fields.ts'
import type { CopiedOwner, PasteNote, PasteResult } from './notes.ts'

/**
 * Splits a command line that was copied from a browser, by the rules of its shell: bash with '...', "..." and $'...',
 * or cmd with carets.
 */
function shellWords(command: string): string[] {
  const text = isForCmd(command) ? withoutCarets(command) : command.replaceAll(/\\\r?\n/g, ' ')
  return [...text.matchAll(WORD)].map(([word]) => word.replaceAll(PIECE, unquoted))
}

const isForCmd = (command: string) => /\^"|\^\r?\n|\^%/.test(command)

/** In cmd a caret escapes the next character, and joins two lines. */
const withoutCarets = (command: string) => command.replaceAll(/\^\r?\n/g, ' ').replaceAll(/\^(.)/gs, '$1')

const PIECES = String.raw`\$'(?:[^'\\]|\\.)*'|'[^']*'|"(?:[^"\\]|\\.)*"|\\.`
const WORD = new RegExp(String.raw`(?:${PIECES}|[^\s'"\\])+`, 'gs')
const PIECE = new RegExp(PIECES, 'gs')

function unquoted(piece: string): string {
  if (piece.startsWith("$'")) return piece.slice(2, -1).replaceAll(/\\(u[0-9a-f]{4}|x[0-9a-f]{2}|.)/gis, escaped)
  if (piece.startsWith("'")) return piece.slice(1, -1)
  if (piece.startsWith('"')) return piece.slice(1, -1).replaceAll(/\\(["\\$`])/g, '$1')
  return piece.slice(1)
}

function escaped(_: string, code: string): string {
  if (/^[ux]./i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
  return { n: '\n', r: '\r', t: '\t' }[code] ?? code
}

/** The session in a copied request. */
interface CopiedRequest {
  /** The value of its Cookie header. Undefined without one. */
  cookie: string | undefined
  /** The host that it was sent to. */
  host: string | undefined
}

/** Parses a request that was copied from a browser "as cURL", for bash or cmd. Undefined for any other text. */
function parseCurl(text: string): CopiedRequest | undefined {
  if (!/^\s*(?:\$\s*)?curl(?:\.exe)?\s/i.test(text)) return undefined
  const words = shellWords(text)
  let cookie: string | undefined
  let host: string | undefined
  for (const [place, word] of words.entries()) {
    const next = words[place + 1] ?? ''
    if (/^(?:-H|--header)$/.test(word)) cookie ??= parseCookieHeader(next)
    else if (/^(?:-b|--cookie)$/.test(word)) cookie ??= next.includes('=') ? next : undefined
    else if (/^-H./.test(word)) cookie ??= parseCookieHeader(word.slice(2))
    else if (/^https?:\/\//i.test(word)) host ??= getHost(word)
  }
  return { cookie, host }
}

const parseCookieHeader = (header: string) => /^\s*cookie\s*:\s*(.*)$/is.exec(header)?.[1]

function getHost(address: string): string | undefined {
  try {
    return new URL(address).hostname
  } catch {
    return undefined
  }
}

const TEXT = '"((?:[^"`]|`.)*)"'
const COOKIE = new RegExp(String.raw`Net\.Cookie\(\s*"([^"]*)"\s*,\s*${TEXT}`, 'gs')
const HEADER = new RegExp(String.raw`"cookie"\s*=\s*${TEXT}`, 'is')
const ADDRESS = new RegExp(String.raw`-Uri\s+${TEXT}`, 'is')

/** Parses a request that was copied from a browser "as PowerShell". Undefined for any other text. */
function parsePowerShell(text: string): CopiedRequest | undefined {
  if (!/Invoke-(?:WebRequest|RestMethod)|WebRequestSession/i.test(text)) return undefined
  const cookies = [...text.matchAll(COOKIE)].map(([, name = '', value = '']) => `${plain(name)}=${plain(value)}`)
  const header = HEADER.exec(text)?.[1]
  const address = ADDRESS.exec(text)?.[1]
  return {
    cookie: cookies.length > 0 ? cookies.join('; ') : header && plain(header),
    host: address && getHost(plain(address)),
  }
}

/** A backtick escapes the next character. */
const plain = (text: string) => text.replaceAll(/`(.)/gs, '$1')

/** The Cookie header in a text that is no command: headers, a script, a JSON export, or the bare value. */
const findCookieHeader = (text: string): string | undefined =>
  cookieFromScript(text) ??
  cookieFromHeaders(text) ??
  cookieFromExport(text) ??
  cookieFromRows(text) ??
  cookieFromValue(text)

/**
 * The site that the cookies of such a text belong to, in the text's own words. Undefined if it does not say. If it names
 * several, it is one that is not the shop's, because one foreign cookie is one too many.
 */
function findHost(text: string): string | undefined {
  const hosts = HOSTS.flatMap((pattern) => [...text.matchAll(pattern)]).map(([, host = '']) => host)
  return hosts.find((host) => !/(?:^|\.)coupang\.com$/i.test(host)) ?? hosts[0]
}

/** A line `Host: name`, the address in a copied `fetch`, `"domain": ".name"`, or the third column of a table. */
const HOSTS = [
  /^(?:host|:?authority)[\s:]+((?:[\w-]+\.)+[a-z]{2,})/gim,
  /fetch\("https?:\/\/([\w.-]+)/gi,
  /"domain"\s*:\s*"\.?([\w.-]+)"/gi,
  /^[^\t\r\n\u2028\u2029]+\t[^\t\r\n\u2028\u2029]*\t\.?([\w-]+(?:\.[\w-]+)+)\t/gm,
]

/** `fetch` for Node, as copied from a browser. */
const cookieFromScript = (text: string) => {
  const quoted = /"cookie"\s*:\s*("(?:[^"\\]|\\.)*")/is.exec(text)?.[1]
  const value = quoted && parseJson(quoted)
  return typeof value === 'string' ? value : undefined
}

/** A header on its own line, or a name above its value, as in the browser's request panel. */
function cookieFromHeaders(text: string): string | undefined {
  const lines = splitLines(text)
  const place = lines.findIndex((line) => COOKIE_NAME.test(line))
  const value = lines[place]?.replace(COOKIE_NAME, '').trim() || lines[place + 1]
  return place >= 0 && value?.includes('=') ? value : undefined
}

/** `Cookie:`, `2. 쿠키 값 (Cookie)：`, or the same without a value. */
const COOKIE_NAME =
  /^[^\p{L}=]*(?:request )?(?:cookies?|session|쿠키|세션)(?: ?(?:header|value|string|헤더|값|문자열))?(?: ?\([^()]*\))?\s*(?:[:：]|$)/iu

const splitLines = (text: string) => text.split('\n').map((line) => line.trim())

/** `[{"name": ..., "value": ...}]`, the export of browser extensions. */
function cookieFromExport(text: string): string | undefined {
  const json = parseJson(text)
  if (!Array.isArray(json)) return undefined
  const pairs = json.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'name' in entry && 'value' in entry
      ? [`${entry.name}=${entry.value}`]
      : [],
  )
  return pairs.length > 0 ? pairs.join('; ') : undefined
}

/** Rows of the cookie table: name, value, host and so on, separated by tabs. */
function cookieFromRows(text: string): string | undefined {
  const rows = text.split(/\r?\n/).map((line) => line.split('\t'))
  const pairs = rows.flatMap(([name, value]) =>
    name && value !== undefined && NAME.test(name) ? [`${name}=${value}`] : [],
  )
  return pairs.length > 0 ? pairs.join('; ') : undefined
}

const NAME = /^[\w!#$%&'*+.^|~-]+$/

function cookieFromValue(text: string): string | undefined {
  const bare = splitLines(text.trim().replace(/^(["'])(.*)\1$/s, '$2')).join(' ')
  return /^[\w!#$%&'*+.^|~-]+=[^;]*(?:;|$)/.test(bare) && !/^https?:/i.test(bare) ? bare : undefined
}

const countCookies = (header: string): number => header.split(';').filter((pair) => pair.includes('=')).length

const isShopHost = (host: string): boolean => /(?:^|\.)coupang\.com$/i.test(host)

/** Finds the session of the shop's customer, a Cookie header, in a copied request or other text. */
export function shopSession(text: string): PasteResult {
  const curl = parseCurl(text)
  const request = curl ?? parsePowerShell(text)
  const cookie = (request ? request.cookie : findCookieHeader(text))?.trim().replace(/;$/, '')
  const notes: PasteNote[] = []
  // Cookies of another site are neither shown nor sent.
  const host = request ? request.host : findHost(text)
  if (host && !isShopHost(host)) return { values: {}, notes: [{ type: 'other_host', host }] }
  if (request) notes.push({ type: 'request', form: curl ? 'curl' : 'powershell' })
  if (cookie) notes.push({ type: 'cookies', count: countCookies(cookie) })
  else if (request) notes.push({ type: 'no_cookie' })
  else return NOTHING
  const owner = cookie && getOwner(cookie)
  return { values: cookie ? { session: cookie } : {}, notes, ...(owner && { owner }) }
}

/** The cookies with the number of the member (shop facts, 4.5). */
const MEMBER = /^(?:member_srl|MEMBER_ID)$/

/** The member that the cookies name. */
function getOwner(header: string): CopiedOwner | undefined {
  for (const pair of header.split(';')) {
    const [name = '', value = ''] = pair.trim().split(/=(.*)/s)
    if (MEMBER.test(name) && value) return { ids: [value], workspaces: [] }
  }
  return undefined
}
