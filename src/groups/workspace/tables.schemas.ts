import * as z from 'zod'
import { body, connection, dataSource, list, object } from './schemas.ts'

/** Input schemas of the operations on whole tables (decisions.md section 5). Built at first use. */

export const upsert = () => ({
  param: dataSource(),
  header: z.object(connection()),
  json: z.object({
    key: z
      .string()
      .min(1, 'must not be empty')
      .meta({
        description:
          'Name or id of the property that identifies rows: a title, rich_text, number, select, status, date, url, email or phone_number',
        examples: ['Name'],
      }),
    records: list(object()).meta({
      description:
        'Rows, each a map of property name to plain value, with the key; null or "" empties a property of a row that exists',
      examples: [[{ Name: 'Spring catalogue', Stage: 'In progress', Budget: 2_700_000 }]],
    }),
  }),
})

export const queryAll = () => ({
  param: dataSource(),
  header: z.object(connection()),
  json: body()
    .omit({ page_size: true })
    .extend({
      start_cursor: z.string().nullish().describe('next_cursor of the answer before').meta({ narrows: 'position' }),
      sorts: z
        .array(object())
        .nullish()
        .describe(
          '{property or timestamp, direction}, where earlier entries win; by created_time, oldest first, unless given. Only the order by created_time goes past the row limit of the service',
        ),
    }),
})
