const UUID = /([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})/
const ONLY_UUID = new RegExp(`^${UUID.source}$`, 'i')
/** How the product's own MCP server writes the id of a data source. A link may contain it, percent-encoded. */
const COLLECTION = new RegExp(`\\bcollection(?:://|%3A%2F%2F)${UUID.source}(?![0-9a-f])`, 'i')

/** The lower-case form with dashes of a UUID with or without dashes. Undefined for anything else. */
export function asUuid(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? value.trim().match(ONLY_UUID) : null
  return parts?.slice(1).join('-').toLowerCase()
}

/** The hosts of the product's pages. URLs of a custom domain do not contain ids. */
const HOSTS = /^(?:[\w-]+\.)*notion\.(?:so|site|com)$/i

const DIGITS = 32

/**
 * The id in a UUID, in the URL of a page (`https://app.notion.com/p/Plan-2f1c...?pvs=4`), in the URL's last segment
 * (`Plan-2f1c...`), or in `collection://2f1c...`, anywhere in the text. Undefined for anything else.
 */
export function asId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const collection = text.match(COLLECTION)
  if (collection) return collection.slice(1).join('-').toLowerCase()
  if (!text.includes('://'))
    return asUuid(text) ?? (text.at(-DIGITS - 1) === '-' ? asUuid(text.slice(-DIGITS)) : undefined)
  const url = URL.parse(text)
  if (!url || !HOSTS.test(url.hostname)) return undefined
  // The parameter `p` names a page that is open next to a table.
  const last = url.searchParams.get('p') ?? url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  return asUuid(last.replaceAll('-', '').slice(-DIGITS))
}
