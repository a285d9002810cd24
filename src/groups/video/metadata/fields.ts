import { at, count, items, text } from '../../../base/lenient-json.ts'
import type { Thumbnail, VideoMetadata } from '../answers.ts'

/** What one source tells of a video. The chapters follow from it. */
export type SourceRecord = Omit<VideoMetadata, 'chapters'>

/** The record of a video of which nothing else is known; a source spreads it under what it knows. */
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

/** A string, an empty one too: an empty description is known to be empty. */
export const written = (value: unknown) => (typeof value === 'string' ? value : null)

/** The texts of a list, which the product leaves out when it has none; null for what is no list. */
export const strings = (value: unknown): string[] | null =>
  value === undefined ? [] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null

export const channel = (id: string | null) => ({
  channel_id: id,
  channel_url: id === null ? null : `https://www.youtube.com/channel/${id}`,
})

/** Smallest first; in the order of the product, which is mostly the same, where one does not tell its width. */
export function thumbnails(images: readonly unknown[]): Thumbnail[] {
  const read = items(images, (image) => {
    const url = text(at(image, 'url'))
    return url === null ? null : { url, width: count(at(image, 'width')), height: count(at(image, 'height')) }
  })
  return read.some(({ width }) => width === null) ? read : read.sort((a, b) => Number(a.width) - Number(b.width))
}

/** UTC, to the second; a day without an hour stays a day. Null for what is no date. */
export function moment(value: unknown): string | null {
  const iso = text(value)
  if (iso === null || Number.isNaN(Date.parse(iso))) return null
  return /^\d{4}-\d\d-\d\d$/.test(iso) ? iso : new Date(iso).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
