import { type Cue, srt } from '../../renderings/formats.ts'
import type { SavedFile } from '../ui/save-file.ts'
import type { Operation } from './document.ts'

/** A request as described by a form. `path` contains the query. Empty headers are left out. */
export interface DescribedRequest {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
}

/** Headers with a credential. They are typed like passwords and left out of copied snippets. */
export const isSecret = (name: string) => /token|api-key/i.test(name)

/** @param typed the typed value of a parameter; empty counts as absent */
export function describedRequest(
  { method, path, parameters }: Operation,
  typed: (name: string) => string,
  body: string | undefined,
): DescribedRequest {
  const search = new URLSearchParams()
  const headers: Record<string, string> = {}
  let target = path
  for (const { name, in: place } of parameters) {
    const value = typed(name).trim()
    if (place === 'path') target = target.replace(`{${name}}`, () => encodeURIComponent(value))
    else if (value === '') continue
    else if (place === 'query') search.set(name, value)
    else headers[name] = value
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return { method, path: search.size > 0 ? `${target}?${search}` : target, headers, body }
}

export interface Answer {
  status: number
  isGood: boolean
  milliseconds: number
  requestId: string | null
  /** The unchanged body. Empty without one. */
  text: string
}

/** Sends the request to this deployment. Rejects when there is no response. */
export async function send(
  { method, path, headers, body }: DescribedRequest,
  key: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const started = performance.now()
  const response = await fetch(new URL(path, location.origin), {
    method,
    headers: { ...headers, ...(key && { 'X-API-KEY': key }) },
    ...(body !== undefined && { body }),
    mode: 'same-origin',
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    signal,
  })
  const text = await response.text()
  return {
    status: response.status,
    isGood: response.ok,
    milliseconds: Math.round(performance.now() - started),
    requestId: response.headers.get('X-Request-Id'),
    text,
  }
}

const TYPES: Readonly<Record<string, readonly [ending: string, type: string]>> = {
  srt: ['srt', 'application/x-subrip'],
  vtt: ['vtt', 'text/vtt'],
  markdown: ['md', 'text/markdown'],
  text: ['txt', 'text/plain'],
  plain: ['txt', 'text/plain'],
}

/**
 * The files that a response can be saved as: the response itself, and a transcript in it as the requested subtitles or
 * text, or as subtitles made from its utterances.
 *
 * @param name without an extension
 */
export function getFiles(name: string, text: string): SavedFile[] {
  const value = parsed(text)
  if (value === undefined) return [{ name: `${name}.txt`, type: 'text/plain', text }]
  const whole = { name: `${name}.json`, type: 'application/json', text }
  if (typeof value !== 'object' || value === null) return [whole]
  const { format, text: rendered, content } = value as Record<string, unknown>
  const transcript = [rendered, content].find((part) => typeof part === 'string' && part !== '')
  const [ending, type] = TYPES[String(format)] ?? []
  const cues = parseCues(content)
  return [
    ...(typeof transcript === 'string' && ending && type
      ? [{ name: `${name}.${ending}`, type, text: transcript }]
      : []),
    ...(cues.length > 0 && ending !== 'srt'
      ? [{ name: `${name}.srt`, type: 'application/x-subrip', text: srt(cues) }]
      : []),
    whole,
  ]
}

/** Utterances of a recording, in milliseconds, or segments of a video, in seconds. */
function parseCues(content: unknown): Cue[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part: Record<string, unknown> | null): Cue[] => {
    const { start_time, end_time, speaker, content: words, start, duration, text } = part ?? {}
    if (typeof start_time === 'number' && typeof end_time === 'number' && typeof words === 'string')
      return [{ start: start_time, end: end_time, text: words, ...(typeof speaker === 'string' && { speaker }) }]
    if (typeof start === 'number' && typeof duration === 'number' && typeof text === 'string')
      return [{ start: Math.round(start * 1000), end: Math.round((start + duration) * 1000), text }]
    return []
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
