import * as z from 'zod'
import { GROUPS, LICENCES } from '../../base/groups.ts'
import { limitsAnswer } from '../../gateway/auth/scopes.ts'
import { ownedSubscription } from '../../gateway/events.outputs.ts'

/** A key as the API returns it. It never contains the key itself. */
const key = () =>
  z.object({
    id: z.string().describe('The id of the key, for changing it'),
    prefix: z.string().describe('The first characters of the key'),
    lineage: z
      .string()
      .describe('What it has in common with the keys that it replaced: the owner of its subscriptions'),
    name: z.string().describe('What the key is for'),
    licence: z.enum(LICENCES).describe('What the key opens'),
    groups: z.array(z.enum(GROUPS)).nullable().describe('null for all of them'),
    read_only: z.boolean().describe('Whether it opens nothing that changes something'),
    created_at: z.iso.datetime().describe('When it was made'),
    expires_at: z.iso.datetime().nullable().describe('When it ends; null for no end'),
    disabled: z.boolean().describe('Whether it is refused for the time being'),
    limits: limitsAnswer(),
    confirm: z
      .boolean()
      .describe('Whether the owner must agree to each call that pays, sends, publishes or deletes for good'),
    has_workspace_token: z.boolean().describe('Whether it uses a workspace token of its own over MCP'),
    stored_payment: z.boolean().describe('Whether it uses the connected payment account over MCP without a header'),
    last_used_at: z.iso.datetime().nullable().describe('null where it was not used, or that is not known'),
    requests_30d: z.int().nullable().describe('Requests of the last 30 days; null where that is not known'),
  })

const made = () => key().describe('What is stored of the key')

export const keyList = () => z.object({ keys: z.array(key()).describe('The oldest first') })
export const newKey = () => z.object({ key: z.string().describe('Shown this once'), record: made() })
export const changedKey = () => z.object({ record: key().describe('As it is now') })
export const rolledKey = () =>
  newKey().extend({
    previous: key().describe('The key before, with its new end'),
    subscriptions: setUp(),
  })
export const deletedKey = () =>
  z.object({
    subscriptions: setUp(),
    created: z
      .array(
        z.object({
          operation: z.string().describe('The operation that created it'),
          target: z.string().describe('Its id at the product'),
          at: z.iso.datetime().describe('When it was created'),
        }),
      )
      .describe(
        'What the key, or one that it replaced, created at a product and nobody deleted here: it still works, so delete it there',
      ),
  })

const setUp = () => z.array(ownedSubscription()).describe('What the key has set up: its subscriptions to events')
