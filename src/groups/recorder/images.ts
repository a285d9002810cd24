export interface SummaryImage {
  /** As it stands in the summary. */
  path: string
  url: string
}

/** Markdown whose relative images lead to signed links. */
export interface LinkedMarkdown {
  markdown: string
  images: SummaryImage[]
}

/** `![alt](target)`, the target perhaps in `<…>` and with a title behind it. */
const IMAGE = /(!\[[^\]]*\]\()(<[^>]*>|[^)\s]+)([^)]*\))/g
const ABSOLUTE = /^([a-z][a-z0-9+.-]*:|\/\/|#)/i

/**
 * Puts the product's signed links in place of the relative image paths of a summary (contract 2.6). A path without an
 * entry in the mapping stays as it is (recorder facts, 7.3).
 */
export function linkImages(markdown: string, mapping: Readonly<Record<string, string>>): LinkedMarkdown {
  const images: SummaryImage[] = []
  const linked = markdown.replace(IMAGE, (whole, before: string, target: string, after: string) => {
    const path = target.replace(/^<|>$/g, '')
    const url = ABSOLUTE.test(path) ? undefined : lookUp(path, mapping)
    if (!url) return whole
    if (!images.some((image) => image.path === path)) images.push({ path, url })
    return `${before}${url}${after}`
  })
  return { markdown: linked, images }
}

function lookUp(path: string, mapping: Readonly<Record<string, string>>): string | undefined {
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
