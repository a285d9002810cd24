import { asUuid } from '../../base/accounts.ts'
import { badInput } from '../../base/errors.ts'
import { type JsonObject, list, member, textMember } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { type Connection, Cursors, nextCursor } from './notion.ts'
import { listed, quoted } from './property.ts'

interface Template {
  readonly id: string
  readonly name: string
  readonly isDefault: boolean
}

const required = requiredFields('workspace', 'templates')

/** What a new row is made of, for the product: the template with this name or id, or the usual one of the table. */
export async function findTemplate(connection: Connection, dataSourceId: string, wanted: string): Promise<JsonObject> {
  const templates = await fetchTemplates(connection, dataSourceId)
  const id = asUuid(wanted)
  const name = wanted.trim().toLowerCase()
  const candidates = [
    templates.filter((one) => one.id === id),
    templates.filter((one) => one.name === wanted),
    templates.filter((one) => one.name.trim().toLowerCase() === name),
  ]
  const found = candidates.find((some) => some.length > 0) ?? []
  const [first, second] = found
  if (second) {
    const ids = listed(found.map((one) => one.id))
    throw badInput(`template: several are called ${quoted(wanted)}: give the id of one, ${ids}`)
  }
  if (first) return { type: 'template_id', template_id: first.id }
  if (name === 'default' && templates.some(({ isDefault }) => isDefault)) return { type: 'default' }
  const names = listed(templates.map((one) => quoted(one.name)))
  const known = templates.length > 0 ? `known: ${names}` : 'the table has none that the connection may see'
  throw badInput(`template: there is no template ${quoted(wanted)} (${known})`)
}

async function fetchTemplates(connection: Connection, dataSourceId: string): Promise<Template[]> {
  const cursors = new Cursors()
  const templates: Template[] = []
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ page_size: '100', ...(cursor && { start_cursor: cursor }) })
    const answer = await connection.call({ path: `/data_sources/${dataSourceId}/templates?${query}` })
    const found = member(answer, 'templates')
    templates.push(...list(required('templates', Array.isArray(found) ? found : undefined)).flatMap(readTemplate))
    cursor = cursors.next(nextCursor(answer))
  } while (cursor !== undefined)
  return templates
}

function readTemplate(native: unknown): Template[] {
  const id = asUuid(member(native, 'id'))
  return id ? [{ id, name: textMember(native, 'name') ?? '', isDefault: member(native, 'is_default') === true }] : []
}
