import * as z from 'zod'
import { publicAddress } from '../../base/public-address.ts'
import { choice, clamped } from '../../gateway/http/fields.ts'
import { connection, PAGE_SIZE, reference, uuid } from './schemas.ts'

/** Input schemas of search, users, property values, comments and files (decisions.md section 5). Built at first use. */

/** The page, upload and URL of the examples. */
const PAGE = '2f1c0de0-0005-4000-8000-000000000001'
const FILE_UPLOAD = '2f1c0de0-000c-4000-8000-000000000001'
const ADDRESS = 'https://cdn.example.com/moodboard.png'

const header = () => z.object(connection())

const startCursor = () => z.string().nullish().describe('next_cursor of the page before').meta({ narrows: 'position' })

const paged = (what: string) => ({
  page_size: clamped(100, 1, 100).describe(`${what} per page, 1 to 100`).meta({ narrows: 'amount' }),
  start_cursor: z.string().optional().describe('next_cursor of the page before').meta({ narrows: 'position' }),
})

const page = (description: string) => z.object({ page_id: reference(description).meta({ examples: [PAGE] }) })

export const search = () => ({
  header: header(),
  json: z.object({
    query: z
      .string()
      .max(1000, 'must be at most 1000 characters')
      .nullish()
      .meta({
        description: 'Words of the title; everything that is shared with the token unless given',
        examples: ['renewal'],
      }),
    type: choice(['page', 'data_source']).nullish().describe('Only pages, which rows are too, or only data sources'),
    sort: z
      .object({
        timestamp: choice(['last_edited_time']).nullish().describe('The time of the last edit'),
        direction: choice(['ascending', 'descending']).nullish().describe('Of the time; descending unless given'),
        property: choice(['relevance']).nullish().describe('Instead of the time: how well the title fits'),
      })
      .refine(({ property, timestamp, direction }) => !property || !(timestamp || direction), {
        error: 'must be only {property: "relevance"}, or {timestamp: "last_edited_time", direction}',
      })
      .nullish()
      .describe('What was edited last comes first unless given'),
    page_size: z
      .int(PAGE_SIZE)
      .min(1, PAGE_SIZE)
      .max(100, PAGE_SIZE)
      .nullish()
      .describe('Hits per page, 1 to 100')
      .meta({ narrows: 'amount' }),
    start_cursor: startCursor(),
  }),
})

export const users = () => ({ header: header(), query: z.object(paged('Users')) })

export const me = () => ({ header: header() })

export const propertyValue = () => ({
  header: header(),
  param: z.object({
    page_id: reference('The page').meta({ examples: [PAGE] }),
    property_id: z
      .string()
      .min(1, 'must not be empty')
      .max(500, 'must be at most 500 characters')
      .meta({ description: 'Id of the property, as the schema and the rows tell it, or its name', examples: ['task'] }),
  }),
  query: z.object({
    start_cursor: z
      .string()
      .optional()
      .describe('next_cursor of an answer that did not hold everything')
      .meta({ narrows: 'position' }),
  }),
})

export const comments = () => ({
  header: header(),
  param: page('The page'),
  query: z.object(paged('Comments')),
})

export const newComment = () => ({
  header: header(),
  param: page('The page'),
  json: z
    .object({
      text: z
        .string()
        .optional()
        .meta({
          description: 'Its words as they are, up to 200,000 characters',
          examples: ['The letterhead is done.'],
        }),
      markdown: z.string().optional().describe('Instead of text: its words as Markdown'),
      discussion_id: uuid().optional().describe('The discussion that it replies to; without it, it starts one'),
    })
    .refine(({ text, markdown }) => Boolean(text) !== Boolean(markdown), {
      error: 'is required, or markdown in its place, not both',
      path: ['text'],
    }),
})

/** The product's limit for names, in bytes (facts 11). */
const NAME_BYTES = 900

const address = () =>
  z
    .string()
    .max(2000, 'must be at most 2000 characters')
    .transform((text, context) => {
      const checked = publicAddress(text.trim())
      if ('href' in checked) return checked.href
      context.addIssue(checked.fault)
      return z.NEVER
    })

export const fileImport = () => ({
  header: header(),
  json: z.object({
    url: address().meta({
      description: 'https address of the file, which anyone can read there',
      examples: [ADDRESS],
    }),
    filename: z
      .string()
      .refine((name) => new TextEncoder().encode(name).length <= NAME_BYTES, `must be at most ${NAME_BYTES} bytes`)
      .refine((name) => !/[/\\\p{Cc}]/u.test(name), 'must hold no slash, no backslash and no control character')
      .optional()
      .describe('Its name in the workspace, with its extension; else that of the address'),
  }),
})

export const file = () => ({
  header: header(),
  param: z.object({
    file_upload_id: uuid().meta({
      description: 'The file, by the id that its import returned',
      examples: [FILE_UPLOAD],
    }),
  }),
})
