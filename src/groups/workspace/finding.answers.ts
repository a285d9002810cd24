import * as z from 'zod'
import { parent, plain, plainMap, richTexts } from './service.answers.ts'

/** Output schemas of search, users, property values, comments and files. Built at first use. */

const text = (description: string) => z.string().nullable().describe(description)

const list = <Item extends z.ZodType>(item: Item, what: string) => ({
  object: z.literal('list').describe('Kind of the answer'),
  results: z.array(item).describe(what),
  next_cursor: text('start_cursor of the next page'),
  has_more: z.boolean().nullable().describe('Whether there is a next page'),
})

const warnings = () => z.array(z.string()).describe('What is incomplete, guessed or not known')

const hit = () =>
  z.object({
    object: text('page or data_source'),
    id: text('Its id'),
    title: text('Its title as plain text'),
    url: text('Its address in the workspace'),
    parent: parent().describe('What contains it, as the service reports it'),
    last_edited_time: text('ISO 8601 moment in UTC'),
    in_trash: z.boolean().nullable().describe('Whether it is in the trash'),
    is_archived: z.boolean().nullable().describe('Whether a page is archived, which is not the trash'),
    simple_properties: plainMap().describe('Of a row: property name to plain value; null for anything else'),
  })

export const searchPage = () => z.object({ ...list(hit(), 'What was found'), warnings: warnings() })

export type SearchHit = z.output<ReturnType<typeof hit>>
export type SearchPage = z.output<ReturnType<typeof searchPage>>

const userFields = () => ({
  id: text('Id of the user'),
  name: text('Name of the user'),
  email: text('E-mail address of a person, when the token may see it'),
  type: text('person or bot'),
})

const user = () => z.object(userFields())

export const userPage = () => z.object(list(user(), 'The users of this page'))

export const me = () =>
  z.object({
    object: z.literal('user').describe('Kind of the answer'),
    ...userFields(),
    workspace_id: text('Id of the workspace'),
    workspace_name: text('Name of the workspace'),
    owner: user().nullable().describe('Whose token it is; null when it is the whole workspace'),
    max_file_bytes: z.int().nullable().describe('The largest file that the workspace takes, in bytes'),
  })

export type User = z.output<ReturnType<typeof user>>
export type UserPage = z.output<ReturnType<typeof userPage>>
export type Me = z.output<ReturnType<typeof me>>

export const propertyValue = () =>
  z.object({
    object: z.literal('property_item').describe('Kind of the answer'),
    id: text('Id of the property'),
    type: z.string().describe('Type of the property'),
    value: plain().meta({
      description: 'The value as the service has it, under its type in the properties of a row',
      omitted: true,
    }),
    simple_value: plain().meta({ description: 'The plain value, as in simple_properties', continued: true }),
    next_cursor: text('start_cursor of the rest, when it did not fit in one request'),
    has_more: z.boolean().describe('Whether there is more than this'),
    warnings: warnings(),
  })

export type PropertyAnswer = z.output<ReturnType<typeof propertyValue>>

export const comment = () =>
  z
    .object({
      object: text('Kind of the answer: comment'),
      id: text('Id of the comment'),
      discussion_id: text('The discussion that it belongs to'),
      parent: parent().describe('The page or block that it stands on'),
      created_time: text('ISO 8601 moment in UTC'),
      last_edited_time: text('ISO 8601 moment in UTC'),
      created_by: text('Id of its author'),
      author: text('Name of its author'),
      text: text('Its words as plain text'),
      rich_text: richTexts().meta({ description: 'Its words as the service has them', omitted: true }),
    })
    .meta({ component: 'Comment' })

export const commentPage = () => z.object({ ...list(comment(), 'Comments, oldest first'), warnings: warnings() })

export type Comment = z.output<ReturnType<typeof comment>>
export type CommentPage = z.output<ReturnType<typeof commentPage>>

const importError = () =>
  z.object({
    type: text('validation_error, download_error, upload_error or internal_system_error'),
    code: text("The service's own code"),
    message: text("The service's own words"),
  })

export const fileUpload = () =>
  z.object({
    object: z.string().describe('Kind of the answer: file_upload'),
    id: text('Id of the file, which a files property takes as {"file_upload": id}'),
    status: text('pending, uploaded, failed or expired'),
    filename: text('Its name'),
    content_type: text('Its media type'),
    content_length: z.int().nullable().describe('Its size in bytes'),
    created_time: text('ISO 8601 moment in UTC'),
    expiry_time: text('When it is gone unless a page holds it; null when one does'),
    failure: importError().nullable().describe('Why it could not be imported; null unless it failed'),
    warnings: z.array(z.string()).describe('How to look again at what is pending'),
  })

export type FileUpload = z.output<ReturnType<typeof fileUpload>>
