import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RawRequest } from '../../../scripts/support/ask.ts'

/** Longer bodies are written to a file. */
const MOST_BODY = 1_000

/** A command that repeats the request. Secrets are shell variables with their names. */
export function formatCurl(
  origin: URL,
  request: RawRequest,
  secrets: ReadonlyMap<string, string>,
  name: string,
): string {
  const { method, target, headers, body, chunked } = request
  const names = new Map([...secrets].map(([variable, secret]) => [secret, variable]))
  const quoted = (text: string) => {
    const found = [...names.keys()].sort((a, b) => b.length - a.length).find((secret) => text.includes(secret))
    if (found === undefined) return quote(text)
    const [before = '', ...after] = text.split(found)
    return `${quote(before)}"$${names.get(found)}"${quote(after.join(found))}`
  }
  return [
    `curl -i --path-as-is ${method === 'HEAD' ? '-I' : `-X ${method}`}`,
    ...headers.map(([header, value]) => `-H ${quoted(value === '' ? `${header};` : `${header}: ${value}`)}`),
    ...(chunked ? ["-H 'Transfer-Encoding: chunked'"] : []),
    ...(body ? [`--data-binary ${getBody(body, name)}`] : []),
    quoted(origin.origin + target),
  ].join(' ')
}

function getBody(body: Buffer, name: string): string {
  if (body.length <= MOST_BODY) return quote(body.toString('latin1'))
  const file = join(tmpdir(), `${name}.body`)
  writeFileSync(file, body)
  return `@${file}`
}

/** Quotes bytes, as latin1 text, for bash. */
function quote(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`
  const escaped = [...text].map((character) =>
    /[\x20-\x7e]/.test(character) && !/['\\]/.test(character)
      ? character
      : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `$'${escaped.join('')}'`
}
