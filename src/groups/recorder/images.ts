import { markdownImages } from './markdown-images.ts'

export interface SummaryImage {
  /** The path in the summary. */
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
