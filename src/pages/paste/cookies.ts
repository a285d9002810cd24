import { parsedJson } from './json.ts'

/** The Cookie header in a text that is no command: headers, a script, a JSON export, or the bare value. */
export const cookieOfText = (text: string): string | undefined =>
  ofScript(text) ?? ofHeaders(text) ?? ofExport(text) ?? ofRows(text) ?? ofBare(text)

/**
 * The site that the cookies of such a text belong to, in the text's own words. Undefined if it does not say. If it names
 * several, it is one that is not the shop's, because one foreign cookie is one too many.
 */
export function hostOfText(text: string): string | undefined {
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
const ofScript = (text: string) => {
  const quoted = /"cookie"\s*:\s*("(?:[^"\\]|\\.)*")/is.exec(text)?.[1]
  const value = quoted && parsedJson(quoted)
  return typeof value === 'string' ? value : undefined
}

/** A header on its own line, or a name above its value, as in the browser's request panel. */
function ofHeaders(text: string): string | undefined {
  const lines = splitLines(text)
  const place = lines.findIndex((line) => /^cookie(?::|$)/i.test(line))
  const value = lines[place]?.slice('cookie:'.length).trim() || lines[place + 1]
  return place >= 0 && value?.includes('=') ? value : undefined
}

const splitLines = (text: string) => text.split('\n').map((line) => line.trim())

/** `[{"name": ..., "value": ...}]`, the export of browser extensions. */
function ofExport(text: string): string | undefined {
  const json = parsedJson(text)
  if (!Array.isArray(json)) return undefined
  const pairs = json.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'name' in entry && 'value' in entry
      ? [`${entry.name}=${entry.value}`]
      : [],
  )
  return pairs.length > 0 ? pairs.join('; ') : undefined
}

/** Rows of the cookie table: name, value, host and so on, separated by tabs. */
function ofRows(text: string): string | undefined {
  const rows = text.split(/\r?\n/).map((line) => line.split('\t'))
  const pairs = rows.flatMap(([name, value]) =>
    name && value !== undefined && NAME.test(name) ? [`${name}=${value}`] : [],
  )
  return pairs.length > 0 ? pairs.join('; ') : undefined
}

const NAME = /^[\w!#$%&'*+.^|~-]+$/

function ofBare(text: string): string | undefined {
  const bare = splitLines(text.trim().replace(/^(["'])(.*)\1$/s, '$2')).join(' ')
  return /^[\w!#$%&'*+.^|~-]+=[^;]*(?:;|$)/.test(bare) && !/^https?:/i.test(bare) ? bare : undefined
}

export const countOfCookies = (header: string): number => header.split(';').filter((pair) => pair.includes('=')).length
