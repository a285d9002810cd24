import type { World } from './calls.ts'
import type { Media } from './state.ts'

/** What people do without the gateway. */
export function happenings({ state, clock }: World) {
  const add = (draft: Partial<Media>): Media => {
    const made: Media = {
      id: state.nextId(),
      username: state.profile.username,
      publishedAt: clock.now(),
      mediaType: 'TEXT_POST',
      text: 'Written by hand.',
      metrics: { views: 1, likes: 0, replies: 0, reposts: 0, quotes: 0, shares: 0 },
      ...draft,
    }
    state.media.set(made.id, made)
    return made
  }
  return {
    /** The account writes a post. */
    write: (draft: Partial<Media> = {}): Media => add(draft),
    /** Somebody answers a post or a reply; by the account itself where `username` says so. */
    answer(parent: Media, draft: Partial<Media> = {}): Media {
      return add({ username: 'a.reader', repliedTo: parent.id, root: parent.root ?? parent.id, ...draft })
    },
  }
}
