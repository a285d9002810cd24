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

/** The signed address of an uploaded file, which ends within an hour: bucket and path as recorded (facts 6). */
export const signedUrl = (name: string): string =>
  `https://prod-files-secure.s3.us-west-2.amazonaws.com/2f1c0de0-0001-4000-8000-000000000001/2f1c0de0-000a-4000-8000-000000000001/${encodeURIComponent(name)}?X-Amz-Expires=3600&X-Amz-Signature=short-lived`

/** An uploaded file with a signed URL that expires. */
export const uploaded = (name: string): Json => ({
  type: 'file',
  name,
  file: {
    url: signedUrl(name),
    expiry_time: '2026-11-21T10:00:00.000Z',
  },
})
