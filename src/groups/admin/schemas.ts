import * as z from 'zod/mini'
import type { AccountConnectors } from '../../accounts/accounts.ts'
import { choice, jsonFlag } from '../../gateway/http/fields.ts'

/** The size limit of a credential, in bytes. A busy browser's Cookie header is a tenth of it. */
export const MAX_CREDENTIAL = 64 * 1024

/** The account in the path. */
export const accountParam = (connectors: AccountConnectors) => {
  const [first = '', ...others] = connectors.map(({ account }) => String(account))
  return z.object({
    account: choice([first, ...others]).check(z.meta({ description: 'The name of the account', examples: ['notes'] })),
  })
}

/** The credential fields of all accounts. Each account accepts its own. */
export function credentialFields(connectors: AccountConnectors) {
  const names = new Set(connectors.flatMap(({ fields }) => Object.keys(fields)))
  const takers = (name: string) => connectors.filter(({ fields }) => name in fields).map(({ account }) => account)
  const fields = [...names].map((name) => {
    const credential = z
      .optional(z.string())
      .check(z.meta({ description: `As it was copied; for ${takers(name).join(', ')}` }))
    return [
      name,
      name === 'token' ? credential.check(z.meta({ examples: ['the-token-as-it-was-copied'] })) : credential,
    ] as const
  })
  const dated = connectors.filter(({ validDays }) => validDays !== undefined).map(({ account }) => account)
  return z.extend(z.strictObject(Object.fromEntries(fields)), {
    issued_on: z.optional(z.union([z.literal(''), z.iso.date('must be a date as YYYY-MM-DD')])).check(
      z.meta({
        description: `The day in Korea on which the key was issued, today unless given; for ${dated.join(', ')}`,
      }),
    ),
    force: jsonFlag(false).check(z.meta({ description: 'Keep it without asking the product', examples: [true] })),
  })
}

export const getConnector = (connectors: AccountConnectors, name: string) => {
  const found = connectors.find(({ account }) => account === name)
  if (!found) throw new Error('the schema of the path lets no other name through')
  return found
}
