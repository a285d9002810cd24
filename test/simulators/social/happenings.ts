import type { World } from './calls.ts'
import { addMedia } from './media.ts'
import type { Media } from './state.ts'

/** What people do without the gateway. */
export function happenings(world: World) {
  const add = (draft: Partial<Media>) => addMedia(world, { mediaType: 'TEXT_POST', text: 'Written by hand.', ...draft })
  return {
    /** The account writes a post. */
    write: (draft: Partial<Media> = {}): Media => add(draft),
    /** Somebody answers a post or a reply; by the account itself where `username` says so. */
    answer(parent: Media, draft: Partial<Media> = {}): Media {
      return add({ username: 'a.reader', repliedTo: parent.id, root: parent.root ?? parent.id, ...draft })
    },
  }
}
