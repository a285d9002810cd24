import { isObject } from '../../rest.ts'
import { checkKeys } from '../body.ts'
import { invalid } from '../errors.ts'
import { type Piece, PLAIN, textPieces } from '../markdown/piece.ts'
import { type Notion, timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import type { DataSource, Json, LoosePage, Row } from '../state.ts'
import { findColumn } from '../table/value.ts'
import { readRichText } from './blocks.ts'
import { readValue } from './values.ts'

/** Column name -> value, from the `properties` of a page. Keys are names or ids. */
export function readProperties(view: View, table: DataSource, properties: unknown): Map<string, unknown> {
  const given: Json = checkKeys(properties, 'body.properties', Object.keys(Object(properties)))
  return new Map(
    Object.entries(given).map(([key, value]) => {
      const column = findColumn(table, key)
      if (!column) throw invalid(`${key} is not a property that exists.`)
      return [column.name, readValue(view, column, value, `body.properties.${key}`)]
    }),
  )
}

/** What every new row and page has. */
const made = (notion: Notion, by: string) => ({
  ...{ id: notion.newId(), createdTime: timestamp(notion), lastEditedTime: timestamp(notion) },
  ...{ createdBy: by, lastEditedBy: by, inTrash: false },
})

export function addRow(notion: Notion, by: string, dataSourceId: string, values: Map<string, unknown>): Row {
  const numbers = notion.state.rows.filter((row) => row.dataSourceId === dataSourceId).map((row) => row.number)
  const row = { ...made(notion, by), dataSourceId, publicUrl: null, number: Math.max(0, ...numbers) + 1, values }
  notion.state.rows.unshift(row)
  return row
}

export function addPage(notion: Notion, by: string, parentId: string, title: Piece[]): LoosePage {
  const page = { ...made(notion, by), parentId, title }
  notion.state.pages.unshift(page)
  return page
}

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
export function addPageBlock(view: View, parentId: string, title: Piece[]): LoosePage {
  const { notion, connection } = view
  const page = addPage(notion, connection.botId, parentId, title)
  const { id, createdTime, lastEditedTime, createdBy } = page
  const content = { title: title.map(({ plain_text }) => plain_text).join('') }
  const block = { id, type: 'child_page', content, children: [], createdTime, lastEditedTime, createdBy }
  const { contents } = notion.state
  contents.set(parentId, [...(contents.get(parentId) ?? []), block])
  return page
}
