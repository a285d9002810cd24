import * as z from 'zod'

/** Output schemas of the management app's API. */
export * from './accounts.answers.ts'
export * from './audit.answers.ts'
export * from './confirmations.answers.ts'
export * from './data.answers.ts'
export * from './deployment.answers.ts'
export * from './events.answers.ts'
export * from './grants.answers.ts'
export * from './keys.answers.ts'
export * from './links.answers.ts'

/** The webhook of the workspace. Built at first use. */
export const webhook = () =>
  z.object({
    url: z.url().describe('The address to enter at the product; who has it may send to it'),
    state: z
      .enum(['waiting', 'received', 'active'])
      .describe('waiting for the handshake, received (paste the token at the product), or active (the product pushes)'),
    verification_token: z.string().nullable().describe('What to paste at the product; null before the handshake'),
    received_at: z.iso.datetime().nullable().describe('When the token came, ISO 8601'),
    pushed_at: z.iso.datetime().nullable().describe('When the last push came, ISO 8601, to the minute'),
  })
