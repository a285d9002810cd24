import * as z from 'zod/mini'
import { choice } from '../gateway/http/fields.ts'
import { FORMATS } from './formats.ts'

/** The query of a transcript, the same for every product. `speaker` and `around` are those of the example. */
export const transcriptQuery = (speaker: string, around: string) => ({
  format: z
    .optional(choice(FORMATS))
    .check(z.meta({ description: 'Gives the transcript as `text` in this format', examples: ['text'] })),
  at: position('Only from this position on, hh:mm:ss, by default for 10 minutes', '00:00:00'),
  until: position('Only up to this position, hh:mm:ss', '00:10:00'),
  speaker: z.optional(z.string().check(z.maxLength(200))).check(
    z.meta({
      description: 'Only what this speaker says, by name or a part of it',
      examples: [speaker],
      narrows: 'amount',
    }),
  ),
  around: z.optional(z.string().check(z.maxLength(500))).check(
    z.meta({
      description: 'Only where this phrase is said, else its words, with two utterances before and after',
      examples: [around],
      narrows: 'amount',
    }),
  ),
})

/** `hh:mm:ss` or `mm:ss`, read as milliseconds. Plain numbers are refused: they could be seconds or milliseconds. */
const position = (description: string, example: string) =>
  z
    .optional(
      z.pipe(
        z
          .string()
          .check(z.regex(/^(?:\d{1,3}:)?[0-5]?\d:[0-5]\d(?:\.\d{1,3})?$/, 'must be a position such as 01:23:45')),
        z.transform((text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000),
      ),
    )
    .check(
      z.meta({
        description,
        examples: [example],
        narrows: 'amount',
        override: { type: 'string', pattern: '^(\\d{1,3}:)?\\d{1,2}:\\d{2}$' },
      }),
    )
