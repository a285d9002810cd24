import { asUuid } from '../../../base/accounts.ts'
import { member, textMember } from '../../../base/json.ts'

export const PAGE = 'page:'
export const COMMENT = 'comment:'

/** What to read after a push of the product: `page:<id>`, or `comment:<id of its page>`. */
export function parsePushed(body: unknown): string[] {
  const entity = member(body, 'entity')
  const data = member(body, 'data')
  const type = textMember(entity, 'type')
  if (type === 'comment') {
    const page = asUuid(member(data, 'page_id')) ?? asUuid(member(member(data, 'parent'), 'id'))
    return page === undefined ? [] : [`${COMMENT}${page}`]
  }
  const id = asUuid(member(entity, 'id'))
  return type === 'page' && id !== undefined ? [`${PAGE}${id}`] : []
}
