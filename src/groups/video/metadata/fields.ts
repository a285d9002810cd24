import { at, count, items, text } from '../../../base/json.ts'
import type { Thumbnail, VideoMetadata } from '../answers.ts'

/** What one source knows about a video. The chapters are derived from it. */
export type SourceRecord = Omit<VideoMetadata, 'chapters'>

/** The record of a video with nothing known. A source spreads it and adds what it knows. */
export const blank = (id: string): SourceRecord => ({
  id,
  type: 'video',
  title: null,
  description: null,
  author: null,
  channel_id: null,
  channel_url: null,
  published_at: null,
  duration_seconds: null,
  view_count: null,
  like_count: null,
  keywords: null,
  thumbnails: [],
  is_live: null,
  category: null,
})

/** A string, even an empty one: an empty description is a known description. */
export const written = (value: unknown) => (typeof value === 'string' ? value : null)

/** The strings in a list. Null for anything but a list, because the product omits empty lists. */
export const strings = (value: unknown): string[] | null =>
  value === undefined ? [] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null

export const channel = (id: string | null) => ({
  channel_id: id,
  channel_url: id === null ? null : `https://www.youtube.com/channel/${id}`,
})

/** Smallest first. If a width is missing, in the product's order, which is usually the same. */
export function thumbnails(images: readonly unknown[]): Thumbnail[] {
  const read = items(images, (image) => {
    const url = text(at(image, 'url'))
    return url === null ? null : { url, width: count(at(image, 'width')), height: count(at(image, 'height')) }
  })
  return read.some(({ width }) => width === null) ? read : read.sort((a, b) => Number(a.width) - Number(b.width))
}

/** A time in UTC, to the second. A date without a time stays a date. Null for anything else. */
export function toDateTime(value: unknown): string | null {
  const iso = text(value)
  if (iso === null || Number.isNaN(Date.parse(iso))) return null
  return /^\d{4}-\d\d-\d\d$/.test(iso) ? iso : new Date(iso).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
