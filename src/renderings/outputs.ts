import * as z from 'zod'

/** The words of a phrase that were searched one by one. */
export const words = () =>
  z
    .array(z.string())
    .nullable()
    .describe('The words that were searched one by one, since nothing matches the whole query; null otherwise')

export const transcriptPart = () =>
  z.object({
    utterances: z.int().describe('How many utterances or paragraphs the part has'),
    of: z.int().describe('How many the whole transcript has'),
    from: z.string().describe('Where the part starts, hh:mm:ss'),
    to: z.string().nullable().describe('Where it ends, hh:mm:ss, at the latest ends_at'),
    ends_at: z.string().nullable().describe('Where the words of the whole transcript end; null where it has no times'),
    matches: z.int().nullable().describe('How many have the words of around; null without around'),
    words: words(),
    speakers: z.array(z.string()).optional().describe('Who speaks; only if nobody has the name of speaker'),
  })
