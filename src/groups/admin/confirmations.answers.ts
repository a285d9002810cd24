import * as z from 'zod'
import { CONFIRMATION_STATES } from '../../base/access.ts'

/** Output schema of the owner's agreement to a call. Built at first use. */
export const confirmation = () =>
  z.object({
    operation: z.string().describe('The operation of the call'),
    caller: z.string().describe('The name of the key or client that makes it'),
    fields: z
      .array(
        z.object({
          name: z.string().describe('A field of the call'),
          value: z.string().describe('Its value, as text'),
          more_characters: z
            .int()
            .optional()
            .describe('How many more characters it has, which are not here; left out where it is whole'),
        }),
      )
      .describe('What the call says'),
    more_fields: z
      .int()
      .optional()
      .describe('How many more fields the call has, which are not here; left out where all are'),
    state: z
      .enum(CONFIRMATION_STATES)
      .describe('waiting; agreed: the caller may repeat the call; used: it did; refused'),
    service_name: z.string().describe('The name of the service'),
    expires_at: z.iso.datetime().describe('Until when the call can be made'),
  })
