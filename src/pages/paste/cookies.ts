import { parsedJson } from './json.ts'

/** The Cookie header in a text that is no command: a line of headers, a script, an export as JSON, or the bare value. */
export const cookieOfText = (text: string): string | undefined =>
  ofScript(text) ?? ofHeaders(text) ?? ofExport(text) ?? ofRows(text) ?? ofBare(text)

/** `fetch` for Node, as a browser copies it. */
const ofScript = (text: string) => {
  const quoted = /"cookie"\s*:\s*("(?:[^"\\]|\\.)*")/is.exec(text)?.[1]
  const value = quoted && parsedJson(quoted)
  return typeof value === 'string' ? value : undefined
}

/** A line of its own, or a name above its value, as the panel of the request shows them. */
function ofHeaders(text: string): string | undefined {
  const lines = splitLines(text)
  const place = lines.findIndex((line) => /^cookie(?::|$)/i.test(line))
  const value = lines[place]?.slice('cookie:'.length).trim() || lines[place + 1]
  return place >= 0 && value?.includes('=') ? value : undefined
}

const splitLines = (text: string) => text.split('\n').map((line) => line.trim())

/** `[{"name": ..., "value": ...}]`, which extensions of browsers export. */
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

/** Rows of the table of cookies: name, value, host and so on with tabs between. */
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

/** How many cookies a header holds. */
export const countOfCookies = (header: string): number => header.split(';').filter((pair) => pair.includes('=')).length
