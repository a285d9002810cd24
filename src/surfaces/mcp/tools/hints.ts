import type { Area, ProductGroup } from '../../../base/groups.ts'
import type { Operation } from '../../../gateway/operation.ts'

/** What a model should do after a failure. The message itself is written for any caller. */

/** The product behind each group, as people call it. */
const PRODUCTS: Readonly<Record<ProductGroup, string>> = {
  recorder: 'Plaud',
  notes: 'Tiro',
  workspace: 'Notion',
  shop: 'Coupang',
  payment: 'PaySsam',
  video: 'YouTube',
  social: 'Threads',
}

/** The tools that find the ids for calls of a group. */
const FINDERS: Partial<Readonly<Record<Area, string>>> = {
  recorder: 'Take the id from recorder_list_files or recorder_search, that of a folder from recorder_list_tags.',
  notes: 'Take the id from notes_list_notes.',
  workspace: 'Take the id from workspace_search; a page that is not shared with the integration is not found.',
  payment: 'There is no list of bills: ask the person for the bill_id, which payment_request_bill answered.',
  video: 'Check the link with the person; video_list_languages lists the captions.',
  social: 'Take the id from social_list_posts or social_list_replies.',
  events: 'Take the id from events_list_subscriptions.',
}

const CONFLICTS: Partial<Readonly<Record<Area, string>>> = {
  recorder:
    'It is not made yet: recorder_transcribe_file_and_wait makes it, and one that is being made is ready in minutes.',
  payment: 'The first call is still running: call again with the same idempotency_key in a few seconds.',
  social: 'Call again with the same arguments: it continues from there.',
  workspace: 'Somebody changed it at the same time: read it again, then call again.',
  video: 'Its captions do not exist yet: try after the broadcast.',
}

const WRONG: Partial<Readonly<Record<Area, string>>> = {
  workspace: 'workspace_get_schema lists the names, operators and options of a table.',
}

/** One line. Empty when the message says everything. */
export function hintFor({ group, reads }: Operation, status: number, headers: Headers): string {
  const product = PRODUCTS[group as ProductGroup] ?? 'the'
  switch (status) {
    case 400:
      return WRONG[group] ?? ''
    case 401:
      return group === 'workspace'
        ? 'No tool repairs this: tell the person that the Notion token of this connection is refused or missing.'
        : `No tool repairs this: tell the person to connect the ${product} account again in the management app.`
    case 402:
      return `Tell the person that the ${product} plan has nothing left for this.`
    case 404:
      return FINDERS[group] ?? ''
    case 409:
      // Otherwise the message says everything.
      if (group === 'payment' && !headers.has('Retry-After')) return ''
      return CONFLICTS[group] ?? ''
    case 429:
      return `Wait ${headers.get('Retry-After') ?? '30'} s, then call again.`
    case 502:
    case 503:
    case 504:
      return reads ? 'Call again in a minute; gateway_doctor reports which accounts work.' : afterLostWrite(group)
    default:
      return ''
  }
}

function afterLostWrite(group: Area): string {
  if (group === 'payment') {
    return 'The outcome is unknown: call again with the same arguments and idempotency_key, or check with payment_read_bill.'
  }
  if (group === 'social')
    return 'The outcome is unknown: call again with the same arguments; the gateway checks whether the post exists before it publishes again.'
  return 'The outcome is unknown: check whether it was done before you call again.'
}
