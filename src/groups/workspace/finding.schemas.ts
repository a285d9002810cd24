import * as z from 'zod/mini'
import { publicAddress } from '../../base/url.ts'
import { choice, clamped, converted } from '../../gateway/http/fields.ts'
import { connection, PAGE_SIZE, reference, uuid } from './schemas.ts'

/** Input schemas of search, users, property values, comments and files. Built at first use. */

/** The page, upload and URL of the examples. */
const PAGE = '2f1c0de0-0005-4000-8000-000000000001'
const FILE_UPLOAD = '2f1c0de0-000c-4000-8000-000000000001'
const ADDRESS = 'https://cdn.example.com/moodboard.png'

const header = () => z.object(connection())

const startCursor = () =>
  z.nullish(z.string()).check(z.meta({ description: 'next_cursor of the page before', narrows: 'position' }))

const paged = (what: string) => ({
  page_size: clamped(100, 1, 100).check(z.meta({ description: `${what} per page, 1 to 100`, narrows: 'amount' })),
  start_cursor: z
    .optional(z.string())
    .check(z.meta({ description: 'next_cursor of the page before', examples: [''], narrows: 'position' })),
})

const page = (description: string) => z.object({ page_id: reference(description).check(z.meta({ examples: [PAGE] })) })

export const search = () => ({
  header: header(),
  json: z.strictObject({
    query: z.nullish(z.string().check(z.maxLength(1000, 'must be at most 1000 characters'))).check(
      z.meta({
        description: 'Words of the title; everything that is shared with the token unless given',
        examples: ['renewal'],
      }),
    ),
    type: z
      .nullish(choice(['page', 'data_source']))
      .check(z.meta({ description: 'Only pages, which rows are too, or only data sources' })),
    in_trash: z
      .nullish(z.boolean('must be true or false'))
      .check(z.meta({ description: 'Only what is in the trash; what is not in it unless given' })),
    sort: z
      .nullish(
        z
          .strictObject({
            timestamp: z
              .nullish(choice(['last_edited_time']))
              .check(z.meta({ description: 'The time of the last edit' })),
            direction: z
              .nullish(choice(['ascending', 'descending']))
              .check(z.meta({ description: 'Of the time; descending unless given' })),
            property: z
              .nullish(choice(['relevance']))
              .check(z.meta({ description: 'Instead of the time: how well the title fits' })),
          })
          .check(
            z.refine(({ property, timestamp, direction }) => !property || !(timestamp || direction), {
              error: 'must be only {property: "relevance"}, or {timestamp: "last_edited_time", direction}',
            }),
          ),
      )
      .check(z.meta({ description: 'What was edited last comes first unless given' })),
    page_size: z
      .nullish(z.int(PAGE_SIZE).check(z.gte(1, PAGE_SIZE), z.lte(100, PAGE_SIZE)))
      .check(z.meta({ description: 'Hits per page, 1 to 100', narrows: 'amount' })),
    start_cursor: startCursor(),
  }),
})

export const users = () => ({ header: header(), query: z.strictObject(paged('Users')) })

export const me = () => ({ header: header() })

export const propertyValue = () => ({
  header: header(),
  param: z.object({
    page_id: reference('The page').check(z.meta({ examples: [PAGE] })),
    property_id: z
      .string()
      .check(z.minLength(1, 'must not be empty'), z.maxLength(500, 'must be at most 500 characters'))
      .check(
        z.meta({
          description: 'Id of the property, as the schema and the rows tell it, or its name',
          examples: ['task'],
        }),
      ),
  }),
  query: z.strictObject({
    start_cursor: z.optional(z.string()).check(
      z.meta({
        description: 'next_cursor of an answer that did not hold everything',
        examples: [''],
        narrows: 'position',
      }),
    ),
  }),
})

export const comments = () => ({
  header: header(),
  param: page('The page'),
  query: z.strictObject(paged('Comments')),
})

export const newComment = () => ({
  header: header(),
  param: page('The page'),
  json: z
    .strictObject({
      text: z.optional(z.string()).check(
        z.meta({
          description: 'Its words as they are, up to 200,000 characters',
          examples: ['The letterhead is done.'],
        }),
      ),
      markdown: z.optional(z.string()).check(z.meta({ description: 'Instead of text: its words as Markdown' })),
      discussion_id: z
        .optional(uuid())
        .check(z.meta({ description: 'The discussion that it replies to; without it, it starts one' })),
    })
    .check(
      z.refine(({ text, markdown }) => Boolean(text) !== Boolean(markdown), {
        error: 'is required, or markdown in its place, not both',
        path: ['text'],
      }),
    ),
})

/** The product's limit for names, in bytes. */
const NAME_BYTES = 900

const address = () =>
  converted(z.string().check(z.maxLength(2000, 'must be at most 2000 characters')), (text, refuse) => {
    const checked = publicAddress(text.trim())
    if ('href' in checked) return checked.href
    refuse(checked.error)
    return z.NEVER
  })

export const fileImport = () => ({
  header: header(),
  json: z.strictObject({
    url: address().check(
      z.meta({ description: 'https address of the file, which anyone can read there', examples: [ADDRESS] }),
    ),
    filename: z
      .optional(
        z.string().check(
          z.refine(
            (name) => new TextEncoder().encode(name).length <= NAME_BYTES,
            `must be at most ${NAME_BYTES} bytes`,
          ),
          z.refine((name) => !/[/\\\p{Cc}]/u.test(name), 'must hold no slash, no backslash and no control character'),
        ),
      )
      .check(z.meta({ description: 'Its name in the workspace, with its extension; else that of the address' })),
  }),
})

export const file = () => ({
  header: header(),
  param: z.object({
    file_upload_id: uuid().check(
      z.meta({ description: 'The file, by the id that its import returned', examples: [FILE_UPLOAD] }),
    ),
  }),
})
