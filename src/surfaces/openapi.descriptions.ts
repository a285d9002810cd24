import { adminDescriptions } from '../groups/admin/descriptions.ts'
import { eventsDescriptions } from '../groups/events/descriptions.ts'
import { notesDescriptions } from '../groups/notes/descriptions.ts'
import { paymentDescriptions } from '../groups/payment/descriptions.ts'
import { recorderDescriptions } from '../groups/recorder/descriptions.ts'
import { shopDescriptions } from '../groups/shop/descriptions.ts'
import { socialDescriptions } from '../groups/social/descriptions.ts'
import { videoDescriptions } from '../groups/video/descriptions.ts'
import { workspaceDescriptions } from '../groups/workspace/descriptions.ts'

/**
 * By the id of the operation: what it is for, where its ids come from, units, pages, what 409 means. It is printed with the
 * document alone, since a `description` in a declaration is a part of the Worker.
 */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...recorderDescriptions,
  ...notesDescriptions,
  ...workspaceDescriptions,
  ...shopDescriptions,
  ...paymentDescriptions,
  ...videoDescriptions,
  ...socialDescriptions,
  ...eventsDescriptions,
  ...adminDescriptions,
}
