import { isObject } from '../../rest.ts'
import { checkKeys } from '../body.ts'
import { invalid } from '../errors.ts'
import { type Piece, PLAIN, textPieces } from '../markdown/piece.ts'
import { timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import type { LoosePage } from '../state.ts'
import { readRichText } from './rich-text.ts'

/** The title in the properties of a page outside of tables, which has no other. Undefined when it is missing. */
export function readTitle(properties: unknown): Piece[] | undefined {
  const given = checkKeys(properties, 'body.properties', Object.keys(Object(properties)))
  const stranger = Object.keys(given).find((key) => key !== 'title')
  if (stranger !== undefined) throw invalid(`${stranger} is not a property that exists.`)
  if (given.title === undefined) return undefined
  const pieces = isObject(given.title) ? given.title.title : given.title
  return readRichText(pieces, 'body.properties.title.title').flatMap(({ plain_text }) =>
    textPieces(String(plain_text), PLAIN),
  )
}

/** A new page, and its block in the parent. */
export function addPage(view: View, parentId: string, title: Piece[]): LoosePage {
  const { notion, connection } = view
  const now = timestamp(notion)
  const page: LoosePage = {
    id: notion.newId(),
    parentId,
    title,
    createdTime: now,
    lastEditedTime: now,
    createdBy: connection.botId,
    lastEditedBy: connection.botId,
    inTrash: false,
  }
  const { state } = notion
  state.pages.unshift(page)
  const words = title.map(({ plain_text }) => plain_text).join('')
  const block = {
    id: page.id,
    type: 'child_page',
    content: { title: words },
    children: [],
    createdTime: now,
    lastEditedTime: now,
    createdBy: connection.botId,
  }
  state.contents.set(parentId, [...(state.contents.get(parentId) ?? []), block])
  return page
}
