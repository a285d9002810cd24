import * as z from 'zod/mini'
import { body, connection, dataSource, list, object } from './schemas.ts'

/** Input schemas of the operations on whole tables. Built at first use. */

export const upsert = () => ({
  param: dataSource(),
  header: z.object(connection()),
  json: z.strictObject({
    key: z
      .string()
      .check(z.minLength(1, 'must not be empty'))
      .check(
        z.meta({
          description:
            'Name or id of the property that identifies rows: a title, rich_text, number, select, status, date, url, email or phone_number',
          examples: ['Name'],
        }),
      ),
    records: list(object()).check(
      z.meta({
        description:
          'Rows, each a map of property name to plain value, with the key; null or "" empties a property of a row that exists',
        examples: [[{ Name: 'Spring catalogue', Stage: 'In progress', Budget: 2_700_000 }]],
      }),
    ),
  }),
})

export const queryAll = () => ({
  param: dataSource(),
  header: z.object(connection()),
  json: z.extend(z.omit(body(), { page_size: true }), {
    start_cursor: z
      .nullish(z.string())
      .check(z.meta({ description: 'next_cursor of the answer before', narrows: 'position' })),
    sorts: z.nullish(z.array(object())).check(
      z.meta({
        description:
          '{property or timestamp, direction}, where earlier entries win; by created_time, oldest first, unless given. Only the order by created_time goes past the row limit of the service',
      }),
    ),
  }),
})
