import * as z from 'zod/mini'
import type { AccountConnectors } from '../../accounts/accounts.ts'
import type { StoredLink } from '../../base/accounts.ts'
import type { Account } from '../../base/groups.ts'
import type { Settings } from '../../base/settings.ts'
import { isCurrent } from '../../gateway/auth/links.ts'
import { stateObject } from '../../upstream/accounts.ts'

type ListedLink = StoredLink & { account: Account }

const LONGEST_NAME = 60
const LONGEST_NOTE = 200

const line = (longest: number) =>
  z.optional(z.string().check(z.maxLength(longest, `must have at most ${longest} characters`)))

/** The fields that the recipient of a link sees. */
export const newLinkFields = () =>
  z.strictObject({
    owner_name: line(LONGEST_NAME).check(
      z.meta({
        description: 'Who sends the link, as its page says it; the name of the service unless said',
        examples: ['Kim of Haneul'],
      }),
    ),
    note: line(LONGEST_NOTE).check(
      z.meta({
        description: 'A line of text that its page shows',
        examples: ['For the weekly report, as we discussed on the phone'],
      }),
    ),
  })

/** The id to revoke a link with. It does not open the link. */
export const linkId = (digest: string): string => digest.slice(0, 16)

/** The links of all accounts, newest first. A link that was made with another ADMIN_KEY counts as expired. */
export async function listLinks(settings: Settings, connectors: AccountConnectors): Promise<ListedLink[]> {
  const ofAccount = async (account: Account): Promise<ListedLink[]> => {
    const links = await stateObject(settings, account).links()
    return Promise.all(
      links.map(async (link) => ({
        ...link,
        account,
        state: link.state === 'open' && !(await isCurrent(settings, link)) ? 'ended' : link.state,
      })),
    )
  }
  const all = await Promise.all(connectors.map(({ account }) => ofAccount(account)))
  return all.flat().sort((one, other) => other.expiresAt - one.expiresAt)
}

export const linkResponse = ({
  digest,
  account,
  state,
  triesLeft,
  createdAt,
  expiresAt,
  ownerName,
  note,
}: ListedLink) => ({
  id: linkId(digest),
  account,
  state,
  tries_left: triesLeft,
  owner_name: ownerName,
  note,
  created_at: new Date(createdAt).toISOString(),
  expires_at: new Date(expiresAt).toISOString(),
})
