import { richText } from '../markdown/piece.ts'
import type { Json } from '../state.ts'

/** Short constructors of values in the product's format. */
export const text = (content: string): Json[] => richText(content)

/** Text in two pieces, the first of them bold. */
export const dressedText = (bold: string, rest: string): Json[] => [
  ...text(bold).map((piece) => ({ ...piece, annotations: Object.assign({}, piece.annotations, { bold: true }) })),
  ...text(rest),
]

export const date = (start: string, end: string | null = null, zone: string | null = null): Json => ({
  start,
  end,
  time_zone: zone,
})

export const ids = (...all: string[]): Json[] => all.map((id) => ({ id }))

export const external = (name: string, url: string): Json => ({ type: 'external', name, external: { url } })

/** An uploaded file with a signed URL that expires. */
export const uploaded = (name: string): Json => ({
  type: 'file',
  name,
  file: {
    url: `https://files.example/${encodeURIComponent(name)}?signature=short-lived`,
    expiry_time: '2026-11-21T10:00:00.000Z',
  },
})
