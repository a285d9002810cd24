import type { ProductGroup } from '../../../base/groups.ts'
import { type Caller, isInScope } from '../../../gateway/auth/access.ts'
import type { Operation } from '../../../gateway/operation.ts'

/**
 * What a model should do after a failure. The message itself is written for any caller. A hint names only tools that
 * the list of this connection has, and never advises to repeat a call that cannot succeed.
 */

/** A failed call. */
export interface FailedCall {
  operation: Operation
  /** The names of the arguments that the call had. */
  given: readonly string[]
  status: number
  headers: Headers
  /** The message in the body. */
  message: string
}

/** The connection of the caller. */
export interface Connection {
  caller: Caller
  /** The names of the tools in its list. */
  listed: Pick<ReadonlySet<string>, 'has'>
  /** The URL of the management app. */
  app: string
}

/** The product behind each group, as people call it. */
export const PRODUCTS: Readonly<Record<ProductGroup, string>> = {
  recorder: 'Plaud',
  notes: 'Tiro',
  workspace: 'Notion',
  shop: 'Coupang',
  payment: 'PaySsam',
  video: 'YouTube',
  social: 'Threads',
}

const RECORDINGS = ['recorder_list_files', 'recorder_search']
const TAGS = ['recorder_list_tags']
const PAGES = ['workspace_search']
const POSTS = ['social_list_posts', 'social_list_replies']

/** The tools that find the value of an argument: by operation and argument, or by group and argument. */
const FINDERS: Readonly<Record<string, readonly string[]>> = {
  'recorder id': RECORDINGS,
  'recorder file_ids': RECORDINGS,
  'recorder tag_id': TAGS,
  'recorder tag_name': TAGS,
  'recorder tab_id': ['recorder_list_tabs'],
  'recorder_change_tag id': TAGS,
  'recorder_delete_tag id': TAGS,
  'notes id': ['notes_list_notes'],
  'workspace data_source_id': PAGES,
  'workspace database_id': PAGES,
  'workspace page_id': PAGES,
  'workspace page_ids': PAGES,
  'workspace parent_page_id': PAGES,
  'workspace block_id': PAGES,
  'workspace discussion_id': ['workspace_list_comments'],
  'payment bill_id': ['payment_list_bills'],
  'shop shipment_box_ids': ['shop_list_order_sheets'],
  'shop items': ['shop_list_order_sheets'],
  'video lang': ['video_list_languages'],
  'social id': POSTS,
  'social reply_to': POSTS,
  'events id': ['events_list_subscriptions'],
}

/** The tools that find by words and days what a list cannot. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  recorder_list_files: ['recorder_search'],
  notes_list_notes: ['gateway_search'],
  social_list_posts: ['gateway_search'],
}

/** All of them, for a test. */
export const FINDING_TOOLS: readonly string[] = [FINDERS, SEARCHES].flatMap((tools) => Object.values(tools).flat())

/** Arguments of the workspace that name properties of a table. */
const OF_SCHEMA: ReadonlySet<string> = new Set([
  ...['filters', 'filters_map', 'workspace_filter', 'filter_properties', 'sorts', 'properties', 'records', 'key'],
])

/** The arguments that caused the failure: a part of the message starts with their name, or the product's text has it. */
function getFields(message: string): string[] {
  const starts = message.split('; ').flatMap((part) => /^([a-z_]+)(?:[[.][^:]*)?: /i.exec(part)?.[1] ?? [])
  const [, ofProduct] = /\b([a-z]+(?:_[a-z]+)+) should be a valid uuid/.exec(message) ?? []
  return [...new Set([...starts, ...(ofProduct ? [ofProduct] : [])])]
}

/**
 * One line. Empty when the message says everything. The list is only read for a hint that names tools, because that
 * looks at every account.
 */
export async function readHint(
  failed: FailedCall,
  connection: Omit<Connection, 'listed'>,
  readListed: () => Promise<Connection['listed']>,
): Promise<string> {
  let namesTools = false
  const has = () => {
    namesTools = true
    return false
  }
  const hint = hintFor(failed, { ...connection, listed: { has } })
  return namesTools ? hintFor(failed, { ...connection, listed: await readListed() }) : hint
}

export function hintFor(failed: FailedCall, connection: Connection): string {
  const { operation, status, message } = failed
  const product = PRODUCTS[operation.group as ProductGroup]
  switch (status) {
    case 400:
      return afterRefusedInput(failed, connection)
    case 401:
      if (message.startsWith('X-Workspace-Token')) return `No tool repairs this: ${howToReplaceToken(connection)}`
      return product
        ? `No tool repairs this: tell the person to ${getCode(failed) === 'account_not_connected' ? 'connect' : 'reconnect'} the ${product} account at ${connection.app}`
        : ''
    case 402:
      return product ? `Tell the person that the ${product} plan has nothing left for this.` : ''
    case 403:
      return howToAllow(failed, connection)
    case 404:
      return afterNotFound(failed, connection)
    case 409:
      return afterConflict(failed, connection)
    case 429:
      return `Wait ${failed.headers.get('Retry-After') ?? '60'} s, then call again.`
    case 502:
    case 503:
    case 504:
      if (!MAY_SUCCEED.has(getCode(failed))) {
        return operation.reads || getCode(failed) === 'setting_missing'
          ? 'Calling again does not help: tell the person.'
          : afterLostWrite(failed, connection)
      }
      if (/nothing was (sent|done|written)/.test(message)) return 'Call again in a minute.'
      if (!operation.reads) return afterLostWrite(failed, connection)
      return ['Call again in a minute', ...named(connection, ['gateway_doctor'], 'reports which accounts work')]
        .join('; ')
        .concat('.')
    default:
      return ''
  }
}

const getCode = ({ headers }: FailedCall): string => headers.get('X-Error-Code') ?? ''

/** The codes of failures that may pass. */
const MAY_SUCCEED: ReadonlySet<string> = new Set([
  ...['product_failed', 'product_timeout', 'product_unreachable', 'unavailable', 'too_many_requests', ''],
])

/** A clause about the first of these tools that is listed. None when none is. */
const named = ({ listed }: Connection, tools: readonly string[], clause: string): string[] =>
  tools
    .filter((tool) => listed.has(tool))
    .slice(0, 1)
    .map((tool) => `${tool} ${clause}`)

/** Which tools find the values of these arguments. */
function findersOf({ operation }: FailedCall, { listed }: Connection, fields: readonly string[]): string {
  const sentences = fields.flatMap((field) => {
    const known = FINDERS[`${operation.id} ${field}`] ?? FINDERS[`${operation.group} ${field}`] ?? []
    const tools = known.filter((tool) => listed.has(tool) && tool !== operation.id)
    return tools.length > 0 ? [`Take ${field} from ${tools.join(' or ')}.`] : []
  })
  return sentences.join(' ')
}

function afterRefusedInput(failed: FailedCall, connection: Connection): string {
  const { operation, given, message } = failed
  const { group } = operation
  const fields = getFields(message)
  if (message.startsWith('X-Workspace-Token: is required')) {
    return `No tool repairs this: tell the person to connect Notion at ${connection.app}`
  }
  if (message.startsWith('connection: ')) return `No tool repairs this: ${howToOpenPayments(connection)}`
  if (message.startsWith('X-')) return 'No tool repairs this: the connection must send this header.'
  // No tool may set it. With that key, the gateway sets its own.
  if (message.startsWith('callback_url: is required'))
    return 'No tool repairs this: the owner sets CREDENTIALS_KEY, and the gateway then sends an address of its own.'
  // Over HTTP a time has an offset.
  if (message.includes(': must be epoch milliseconds')) return 'A day is enough, such as 2026-11-20.'
  // The message lists what there is.
  if (message.includes('give the id of one')) return ''
  if (message.includes(': is not known')) {
    const hasMeant = message.includes('did you mean')
    return hasMeant ? '' : named(connection, SEARCHES[operation.id] ?? [], 'finds by words and days.').join('')
  }
  const [, missing] = /sees no (person|page) /.exec(message) ?? []
  if (missing) {
    const finder = missing === 'person' ? 'workspace_list_users' : 'workspace_search'
    return named(connection, [finder], `finds the id of the ${missing}.`).join('')
  }
  // A page below a page has no table.
  const hasTable = group === 'workspace' && !given.includes('parent_page_id')
  const isOfSchema = (fields.length > 0 ? fields : given).some((name) => OF_SCHEMA.has(name))
  if (hasTable && isOfSchema) {
    return named(connection, ['workspace_get_schema'], 'lists the names, operators and options of a table.').join('')
  }
  return findersOf(failed, connection, fields)
}

/** What the owner does so that this caller reaches the stored payment account. */
export function howToOpenPayments({ caller, app }: Pick<Connection, 'caller' | 'app'>): string {
  if (caller.isGrant) return 'the person connects this client again and allows payments.'
  return caller.isNamed
    ? `the owner allows this key the payment account at ${app}#keys`
    : 'the connection sends the header X-Payment-Mode: true to use the stored payment account.'
}

/** What the owner does when Notion refuses the token that a header, a key or a grant brings. */
function howToReplaceToken({ caller, app }: Connection): string {
  if (caller.isGrant) return 'the person connects this client again, with another Notion token.'
  return caller.accountHeaders?.['X-Workspace-Token'] === undefined
    ? 'the connection must send another Notion token, or none to use the connected account.'
    : `the owner creates a key with another Notion token at ${app}#keys`
}

/** What the owner does so that this caller may call the operation. */
function howToAllow(failed: FailedCall, { caller, app }: Connection): string {
  // The limits of a caller have the same code, and their message says everything.
  if (getCode(failed) !== 'insufficient_scope' || getFields(failed.message).length > 0) return ''
  const { group, reads } = failed.operation
  const missing = [
    ...(isInScope(caller, group) ? [] : [`the group ${group}`]),
    ...(caller.readOnly && !reads ? ['changes'] : []),
    ...(caller.withoutPayments && group === 'payment' && !reads ? ['payments'] : []),
  ].join(' and ')
  if (!missing) return ''
  return caller.isGrant
    ? `Calling again does not help. To allow it, the person connects this client again and allows ${missing} on the page that opens.`
    : `Calling again does not help. To allow it, the owner creates a key that opens ${missing} at ${app}#keys`
}

function afterNotFound(failed: FailedCall, connection: Connection): string {
  const { operation, given, message } = failed
  // The message lists what there is, or says that it is missing in what was found.
  if (/\bhas no\b/.test(message)) return ''
  if (operation.group === 'video') {
    // A message about a language or source lists the others.
    return getFields(message).length > 0 ? '' : 'Check the link with the person.'
  }
  const inPath = Object.keys(operation.input().param?.shape ?? {})
  const atFault = getFields(message)
  const fields = atFault.length > 0 ? atFault : inPath.length > 0 ? inPath.slice(0, 1) : given
  const finders = findersOf(failed, connection, fields)
  if (operation.group === 'workspace') {
    return [finders, 'What is not shared with the connection is not found.'].filter(Boolean).join(' ')
  }
  return finders || (operation.group === 'payment' ? 'Ask the person for the bill_id.' : '')
}

function afterConflict({ operation, headers, message }: FailedCall, connection: Connection): string {
  switch (operation.group) {
    case 'recorder': {
      if (/still being generated/.test(message)) return 'It is ready in a few minutes: call again then.'
      if (!/has no \w+ yet|failed to generate/.test(message)) return ''
      return named(connection, ['recorder_transcribe_file_and_wait'], 'makes it, if the person agrees.').join('')
    }
    case 'payment':
      return headers.has('Retry-After')
        ? 'The first call is still running: call again with the same idempotency_key in a few seconds.'
        : ''
    case 'social':
      return /still preparing|another request|not list it yet/.test(message)
        ? 'Call again with the same arguments in a minute: it continues from there.'
        : ''
    case 'workspace':
      return headers.has('Retry-After') || /again/.test(message)
        ? ''
        : 'Somebody changed it at the same time: read it again, then call again.'
    default:
      return ''
  }
}

function afterLostWrite({ operation, given }: FailedCall, connection: Connection): string {
  const check = named(connection, operation.group === 'payment' ? ['payment_read_bill'] : [], 'shows the bill')
  if (given.includes('idempotency_key')) {
    const again = 'The outcome is unknown: call again with the same arguments and idempotency_key'
    return `${[again, ...check].join('; ')}.`
  }
  if (operation.id === 'social_create_post' || operation.id === 'social_repost')
    return 'The outcome is unknown: call again with the same arguments; the gateway checks whether the post exists before it publishes again.'
  if (operation.idempotent)
    return 'The outcome is unknown: call again with the same arguments, which does nothing twice.'
  return 'The outcome is unknown: check whether it was done before you call again.'
}
