import { badGateway, GatewayError } from '../../base/errors.ts'
import { send } from '../../upstream/client.ts'
import { requiredFields, toFailure } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import type { ContentItem } from './content-item.ts'
import { type Detail, fetchDetail, getContent } from './detail.ts'
import { plaud } from './plaud.ts'

/** `missing`: the product neither has it nor reports that it is working on it. */
export type Availability = 'ready' | 'generating' | 'failed' | 'missing'

/** Whether the text of an item can be read now. */
export function availability(detail: Detail, item: ContentItem | undefined): Availability {
  if (!item) return 'missing'
  if (item.status === 0) return 'generating'
  if (item.status !== null && item.status !== 1) return 'failed'
  return item.link !== null || inlineText(detail, item) !== undefined ? 'ready' : 'missing'
}

const REASONS: Readonly<Record<Exclude<Availability, 'ready'>, (what: string) => string>> = {
  generating: (what) => `the ${what} is still being generated`,
  failed: (what) => `the recorder service failed to generate the ${what}: start it again`,
  missing: (what) => `this recording has no ${what} yet`,
}

/** 409: content that cannot be read now. */
export class Unavailable extends GatewayError {
  readonly availability: Exclude<Availability, 'ready'>

  constructor(what: string, availability: Exclude<Availability, 'ready'>) {
    super(409, REASONS[availability](what))
    this.availability = availability
  }
}

const required = requiredFields('recorder', 'data.content_list[].data_link')

/** The text of an item that the detail contains, so that it need not be fetched. */
const inlineText = ({ inlineTexts }: Detail, { id }: ContentItem) => (id === null ? undefined : inlineTexts.get(id))

/**
 * The text of a ready item, from the detail or from its signed URL. A URL is valid for 300 s. When storage refuses it,
 * the detail is fetched again for a new one.
 */
export async function fetchText(connection: Connection, detail: Detail, item: ContentItem): Promise<string> {
  const inline = inlineText(detail, item)
  if (inline !== undefined) return inline
  const first = await fetchLink(connection, item.link)
  if (first.status !== 403) return readContent(connection, first)
  const again = await fetchDetail(connection, detail.fileId)
  const fresh = getContent(again).find(({ id, type }) => id === item.id && type === item.type)
  const state = availability(again, fresh)
  if (!fresh || state !== 'ready') throw new Unavailable('content', state === 'ready' ? 'missing' : state)
  return inlineText(again, fresh) ?? readContent(connection, await fetchLink(connection, fresh.link))
}

/** Fetches a signed URL without the account's token: storage refuses a request that is both signed and authorized. */
async function fetchLink({ upstream }: Connection, link: string | null) {
  return send(upstream, plaud, {
    url: new URL(required('data.content_list[].data_link', link !== null && URL.canParse(link) ? link : null)),
    override: upstream.settings.url('RECORDER_API_URL'),
    maybeGzip: true,
  })
}

function readContent({ upstream }: Connection, answer: Awaited<ReturnType<typeof fetchLink>>): string {
  if (answer.status === 200) return answer.text
  // A 4xx of storage is about the URL's signature, never about the account or the caller's input.
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw badGateway('the recorder service refused its own content link', `upstream ${answer.status}`)
  throw toFailure(upstream, 'recorder', answer)
}
