/** The type of a post, in one vocabulary. The product uses one for creating and another for reading. */
export const POST_TYPES = ['text', 'image', 'video', 'carousel', 'audio', 'repost', 'other'] as const
export type PostType = (typeof POST_TYPES)[number]

const TYPES_BY_PRODUCT_WORD: ReadonlyMap<string, PostType> = new Map([
  ['TEXT', 'text'],
  ['TEXT_POST', 'text'],
  ['IMAGE', 'image'],
  ['VIDEO', 'video'],
  ['CAROUSEL', 'carousel'],
  ['CAROUSEL_ALBUM', 'carousel'],
  ['AUDIO', 'audio'],
  ['REPOST_FACADE', 'repost'],
])

/** Our name for the product's type, from either vocabulary. `other` for an undocumented one, null without one. */
export const parsePostType = (productWord: string | null): PostType | null =>
  productWord === null ? null : (TYPES_BY_PRODUCT_WORD.get(productWord) ?? 'other')

/** The product's type for a post to create. */
export function createdMediaType(post: {
  image_url?: string | null | undefined
  video_url?: string | null | undefined
  items?: readonly unknown[] | undefined
}) {
  if (post.items) return 'CAROUSEL'
  if (post.image_url) return 'IMAGE'
  return post.video_url ? 'VIDEO' : 'TEXT'
}
