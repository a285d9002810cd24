import * as z from 'zod'
import { STATES } from '../../accounts/report.ts'

/** What is told of a link and to whom it was sent (decisions.md section 11.4). Built at the first use. */

export const newLink = () =>
  z.object({
    url: z.url().describe('The page to send, with the token in its fragment; it is shown this once'),
    expires_at: z.iso.datetime().describe('When the link ends, ISO 8601'),
  })

export const openedLink = () =>
  z.object({
    account: z.string().describe('The account that the link connects'),
    group: z.string().describe('The group that it serves'),
    service_name: z.string().describe('The name of the service that asks for it'),
    fields: z.array(z.string()).describe('The fields that connecting it takes'),
    expires_at: z.iso.datetime().describe('When the link ends, ISO 8601'),
    can_click: z.boolean().describe('Whether it can be connected by a click at its product'),
  })

export const connectedByLink = () =>
  z.object({
    account: z.string().describe('The account that was connected'),
    state: z.enum(STATES).describe('How it is doing'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe('When it has to be connected anew, ISO 8601; null where that is not known'),
  })
