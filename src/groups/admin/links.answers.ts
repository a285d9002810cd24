import * as z from 'zod'
import { LINK_STATES, STATES } from '../../base/accounts.ts'
import { ACCOUNTS } from '../../base/groups.ts'

/** Output schemas of invite links. Built at first use. */

export const newLink = () =>
  z.object({
    id: z.string().describe('Its id, in the list and for revoking it'),
    url: z.url().describe('The page to send, with the token in its fragment; it is shown this once'),
    expires_at: z.iso.datetime().describe('When the link ends, ISO 8601'),
  })

const link = () =>
  z.object({
    id: z.string().describe('Its id, for revoking it'),
    account: z.enum(ACCOUNTS).describe('The account that it connects'),
    state: z
      .enum(LINK_STATES)
      .describe(
        'open, used (its account was connected by it), ended (by its time or a new ADMIN_KEY), or spent (10 tries)',
      ),
    tries_left: z.int().describe('How often somebody may still try to connect by it'),
    owner_name: z.string().describe('Who sent it'),
    note: z.string().nullable().describe('What its page says; null for nothing'),
    created_at: z.iso.datetime().describe('When it was made'),
    expires_at: z.iso.datetime().describe('When it ends, ISO 8601'),
  })

export const linkList = () => z.object({ links: z.array(link()).describe('The newest first') })

export const openedLink = () =>
  z.object({
    account: z.enum(ACCOUNTS).describe('The account that the link connects'),
    group: z.string().describe('The group that it serves'),
    service_name: z.string().describe('The name of the service that asks for it'),
    owner_name: z.string().describe('Who sent the link, as the sender put it'),
    note: z.string().nullable().describe('What the sender says; null for nothing'),
    fields: z.array(z.string()).describe('The fields that connecting it takes'),
    expires_at: z.iso.datetime().describe('When the link ends, ISO 8601'),
    can_click: z.boolean().describe('Whether it can be connected by a click at its product'),
  })

export const connectedByLink = () =>
  z.object({
    account: z.enum(ACCOUNTS).describe('The account that was connected'),
    state: z.enum(STATES).describe('How it is doing'),
    expires_at: z.iso.datetime().nullable().describe('When it has to be reconnected, ISO 8601; null where unknown'),
  })
