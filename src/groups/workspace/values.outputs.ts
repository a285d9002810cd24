import * as z from 'zod'
import { flagsFromProduct, fromProduct, numbersFromProduct, textsFromProduct } from '../../gateway/outputs.ts'

const TYPES = ['string', 'number', 'boolean', 'array', 'object', 'null']

/** A plain value of a property: text, number, boolean, a list of these, or `{start, end}`. */
export const plain = () => z.unknown().meta({ override: { type: TYPES } })

/** Property name to plain value. */
export const plainMap = () => z.record(z.string(), plain()).nullable()

const richText = () =>
  z
    .looseObject({
      ...textsFromProduct({
        type: 'text, mention or equation',
        plain_text: 'The words without their form',
        href: 'Where the words link to',
      }),
      text: fromProduct(
        z.object({
          ...textsFromProduct({ content: 'The words' }),
          link: fromProduct(z.object(textsFromProduct({ url: 'Address' })).nullable(), 'Where they link to'),
        }),
        'Words',
      ),
      annotations: fromProduct(
        z.object({
          ...flagsFromProduct({
            bold: 'Bold',
            italic: 'Italic',
            strikethrough: 'Struck through',
            underline: 'Underlined',
            code: 'Code',
          }),
          ...textsFromProduct({ color: 'Colour' }),
        }),
        'How the words look',
      ),
    })
    .meta({ component: 'RichText' })

export const richTexts = () => z.array(z.unknown().meta({ sent: richText() }))

const option = () => z.object(textsFromProduct({ id: 'Id of the option', name: 'Name', color: 'Colour' })).nullable()

const user = () =>
  z
    .looseObject({
      ...textsFromProduct({
        object: 'user',
        id: 'Id of the user',
        name: 'Name',
        type: 'person or bot',
        avatar_url: 'Picture',
      }),
      person: fromProduct(z.looseObject(textsFromProduct({ email: 'E-mail address' })).nullable(), 'Of a person'),
    })
    .nullable()

/** The result of a formula or a rollup, under its type. */
const result = () =>
  z
    .looseObject({
      ...textsFromProduct({ type: 'Type, and the field with the value', string: 'Text' }),
      ...numbersFromProduct({ number: 'Number' }),
      ...flagsFromProduct({ boolean: 'Whether it is so' }),
    })
    .nullable()

/** The value of a property. Its type says which field has it. */
const property = () =>
  z
    .looseObject({
      ...textsFromProduct({
        id: 'Id of the property',
        type: 'Type of the property, and the field with the value',
        url: 'Of a url',
        email: 'Of an email',
        phone_number: 'Of a phone_number',
        created_time: 'Of a created_time, ISO 8601 in UTC',
        last_edited_time: 'Of a last_edited_time, ISO 8601 in UTC',
      }),
      ...numbersFromProduct({ number: 'Of a number' }),
      ...flagsFromProduct({ checkbox: 'Of a checkbox' }),
      title: fromProduct(richTexts(), 'Of a title'),
      rich_text: fromProduct(richTexts(), 'Of a rich_text'),
      select: fromProduct(option(), 'Of a select'),
      status: fromProduct(option(), 'Of a status'),
      multi_select: fromProduct(z.array(option()), 'Of a multi_select'),
      date: fromProduct(
        z.object(textsFromProduct({ start: 'Start', end: 'End', time_zone: 'Time zone' })).nullable(),
        'Of a date',
      ),
      people: fromProduct(z.array(user()), 'Of people'),
      created_by: fromProduct(user(), 'Of a created_by'),
      last_edited_by: fromProduct(user(), 'Of a last_edited_by'),
      unique_id: fromProduct(
        z.object({ ...textsFromProduct({ prefix: 'Prefix' }), ...numbersFromProduct({ number: 'Number' }) }).nullable(),
        'Of a unique_id',
      ),
      formula: fromProduct(result(), 'Of a formula'),
      rollup: fromProduct(result(), 'Of a rollup'),
      relation: fromProduct(z.array(z.object(textsFromProduct({ id: 'Id of the page' }))), 'Of a relation'),
      files: fromProduct(z.array(z.looseObject(textsFromProduct({ name: 'Name', type: 'Kind' }))), 'Of files'),
    })
    .meta({ component: 'PropertyValue' })

/** Property name to value, as the service has them. */
export const propertyMap = () => z.record(z.string(), z.unknown().meta({ sent: property() })).nullable()

/** The parent of a page or a comment. */
export const parent = () =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({
      sent: z
        .looseObject({
          ...textsFromProduct({
            type: 'Which of the ids it has',
            data_source_id: 'Id of the data source',
            database_id: 'Id of the database',
            page_id: 'Id of the page',
            block_id: 'Id of the block',
          }),
          ...flagsFromProduct({ workspace: 'Whether it is at the top' }),
        })
        .nullable(),
    })

/** The content of a block, under its type. */
export const blockContent = () =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({
      sent: z
        .looseObject({
          rich_text: fromProduct(richTexts(), 'The words'),
          ...textsFromProduct({ color: 'Colour', language: 'Of code', url: 'Of a link' }),
          ...flagsFromProduct({ checked: 'Of a to_do', is_toggleable: 'Whether it can be folded' }),
        })
        .nullable(),
    })
