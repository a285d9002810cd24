import { badGateway, foreignReason, GatewayError } from '../../base/errors.ts'

/** The attachments of a bundle. */
export const ATTACHMENTS = ['transcript', 'summary', 'share', 'audio_url'] as const
export type Attachment = (typeof ATTACHMENTS)[number]

/** `missing`: the product neither has it nor reports that it is working on it. */
export type Availability = 'ready' | 'generating' | 'failed' | 'missing'

const REASONS: Readonly<Record<Exclude<Availability, 'ready'>, (what: string) => string>> = {
  generating: (what) => `the ${what} is still being generated`,
  failed: (what) => `the recorder service failed to generate the ${what}: start it again`,
  missing: (what) => `this recording has no ${what} yet`,
}

/** 409: content that cannot be read now. */
export class Unavailable extends GatewayError {
  readonly availability: Exclude<Availability, 'ready'>

  constructor(what: string, availability: Exclude<Availability, 'ready'>) {
    super(409, REASONS[availability](what))
    this.availability = availability
  }
}

/** 502: content at a host that is not known. The log has its name. */
export const newStorage = (url: URL) =>
  badGateway(
    'the recorder service stores this content at an address that is new, so it was not read: the log of the gateway names its host',
    foreignReason(url),
  )

interface SummaryImage {
  path: string
  url: string
}

/** Markdown with signed URLs instead of relative image paths, and these URLs. */
export interface LinkedMarkdown {
  markdown: string
  images: SummaryImage[]
}

const ABSOLUTE = /^([a-z][a-z0-9+.-]*:|\/\/|#)/i

/**
 * Replaces the relative image paths of a summary by the product's signed URLs. A path without an entry in the mapping
 * is not changed.
 */
export function linkImages(markdown: string, mapping: Readonly<Record<string, string>>): LinkedMarkdown {
  const images = new Map<string, SummaryImage>()
  let linked = ''
  let written = 0
  for (const { start, end, path } of markdownImages(markdown)) {
    const url = ABSOLUTE.test(path) ? undefined : signedUrl(path, mapping)
    if (!url) continue
    images.set(path, { path, url })
    linked += markdown.slice(written, start) + escapedTarget(url)
    written = end
  }
  return { markdown: linked + markdown.slice(written), images: [...images.values()] }
}

/** Escapes the characters that would end a Markdown image target. */
const escapedTarget = (url: string) =>
  url.replace(/[()<>\s]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)

function signedUrl(path: string, mapping: Readonly<Record<string, string>>): string | undefined {
  const forms = [path, decode(path), path.replace(/^\/+/, ''), decode(path).replace(/^\/+/, '')]
  const found = forms.find((form) => Object.hasOwn(mapping, form))
  const url = found === undefined ? undefined : mapping[found]
  return url?.startsWith('https://') ? url : undefined
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The target of an image: its range in the text, including `<…>`, and its path. */
interface ImageTarget {
  start: number
  end: number
  path: string
}

/**
 * The targets of `![alt](target)` and `![alt](<target> "title")`, in order. Reads the text once: it comes from
 * dictation by anyone, and a regular expression takes minutes on a long run of `![](`.
 */
function* markdownImages(text: string): Generator<ImageTarget> {
  const nextBracket = finder(text, /\]/g)
  const nextParenthesis = finder(text, /\)/g)
  const nextAngle = finder(text, />/g)
  const nextBlank = finder(text, /\s/g)
  const nextBreak = finder(text, /\n/g)

  for (let at = text.indexOf('!['); at >= 0; ) {
    const altEnd = nextBracket(at + 2)
    const start = altEnd + 2
    if (altEnd === text.length || nextParenthesis(start) === text.length) return
    const isAngled = text[start] === '<' && nextAngle(start) < nextBreak(start)
    const end = isAngled ? nextAngle(start) + 1 : Math.min(nextBlank(start), nextParenthesis(start))
    const close = nextParenthesis(end)
    if (text[altEnd + 1] !== '(' || end === start || close === text.length) {
      at = text.indexOf('![', at + 2)
      continue
    }
    yield { start, end, path: isAngled ? text.slice(start + 1, end - 1) : text.slice(start, end) }
    at = text.indexOf('![', close)
  }
}

/**
 * Finds the next match from a position on, or returns the length of the text. Positions must not decrease, so the text
 * is searched only once.
 */
function finder(text: string, pattern: RegExp): (from: number) => number {
  let found = -1
  return (from) => {
    if (found < from) {
      pattern.lastIndex = from
      found = pattern.exec(text)?.index ?? text.length
    }
    return found
  }
}
