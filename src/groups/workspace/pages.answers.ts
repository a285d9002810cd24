import * as z from 'zod'
import { successFields } from '../../gateway/http/envelope.ts'
import { bool, record, text } from './records.answers.ts'
import { blockContent, parent } from './service.answers.ts'

/** Output schemas of single pages, their Markdown and blocks. Built at first use. */

const warnings = () => z.array(z.string()).describe('What was converted or guessed, and what is incomplete')

const content = () => ({
  markdown: text(
    "The content as Markdown, in the service's own form; null where it was not asked for or is unknown",
  ).meta({ continued: true }),
  truncated: bool('Whether parts of the content are missing'),
  unknown_block_ids: z
    .array(z.string())
    .describe('Blocks that the Markdown shows only as <unknown>; GET .../markdown takes these ids too'),
})

const properties = () => ({
  ...successFields('workspace'),
  ...record().shape,
  parent: parent().describe('Where the page stands, as the service has it'),
})

/** A page that was created or changed, without its content. */
export const writtenPage = () => z.object({ ...properties(), warnings: warnings() })

export type WrittenPage = z.output<ReturnType<typeof writtenPage>>

export const page = () => z.object({ ...properties(), ...content(), warnings: warnings() })

export type PageAnswer = z.output<ReturnType<typeof page>>

export const pageMarkdown = () =>
  z.object({
    ...successFields('workspace'),
    id: text('Id of the page'),
    ...content(),
    warnings: warnings(),
  })

export type MarkdownAnswer = z.output<ReturnType<typeof pageMarkdown>>

const block = () =>
  z.object({
    object: text('Kind of the item: block'),
    id: text('Id of the block'),
    type: text('Type of the block: paragraph, to_do ...'),
    has_children: bool('Whether it contains blocks; the same route lists them by its id'),
    created_time: text('ISO 8601 moment in UTC'),
    last_edited_time: text('ISO 8601 moment in UTC'),
    archived: bool('Whether it is in the trash: the older word').meta({ omitted: true }),
    in_trash: bool('Whether it is in the trash'),
    content: blockContent().meta({ description: 'What the service has under the type', omitted: true }),
  })

export type BlockAnswer = z.output<ReturnType<typeof block>>

export const blockChildren = () =>
  z.object({
    ...successFields('workspace'),
    object: text('Kind of the answer: list'),
    results: z.array(block()).describe('The blocks of this page, in order'),
    next_cursor: text('start_cursor of the next page'),
    has_more: bool('Whether there is a next page'),
    request_id: text("The service's own id of the request"),
  })

export type BlockChildren = z.output<ReturnType<typeof blockChildren>>
