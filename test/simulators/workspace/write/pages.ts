import { isObject } from '../../rest.ts'
import { checkKeys } from '../body.ts'
import { invalid } from '../errors.ts'
import { type Piece, PLAIN, textPieces } from '../markdown/piece.ts'
import { timestamp } from '../product.ts'
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

export function addRow(view: View, table: DataSource, values: Map<string, unknown>): Row {
  const { notion, connection } = view
  const numbers = notion.state.rows.filter((row) => row.dataSourceId === table.id).map((row) => row.number)
  const row: Row = {
    id: notion.newId(),
    dataSourceId: table.id,
    createdTime: timestamp(notion),
    lastEditedTime: timestamp(notion),
    createdBy: connection.botId,
    lastEditedBy: connection.botId,
    inTrash: false,
    publicUrl: null,
    number: Math.max(0, ...numbers) + 1,
    values,
  }
  notion.state.rows.unshift(row)
  return row
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
