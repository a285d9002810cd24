import type { Settings } from '../../base/settings.ts'
import { type OpenLink, overLink } from '../../gateway/auth/admin/invite-links.ts'
import type { RequestState } from '../../gateway/state.ts'
import { stateObject } from '../../upstream/credentials/account-state.ts'

/** Counts a try to connect by a link, before its product is asked. Throws 410 where the link has none left. */
export async function countLinkTry({ settings, link }: Pick<RequestState, 'settings' | 'link'>): Promise<void> {
  if (!link) throw noLink()
  if (!(await stateObject(settings, link.account).tryLink(link.digest))) throw overLink('this link was tried too often')
}

const noLink = () => new Error('the gate of the operation lets no request without a link through')

/**
 * Does what a link is for, and uses it up. Two that come at once do not both get through: the link is used first, and given
 * back where the work fails. Throws 410 where it was used meanwhile.
 */
export async function useLink(
  { settings, link }: { settings: Settings; link?: Pick<OpenLink, 'account' | 'digest'> | undefined },
  work: () => Promise<void>,
): Promise<void> {
  if (!link) throw noLink()
  const object = stateObject(settings, link.account)
  if (!(await object.useLink(link.digest))) throw overLink('this link was used')
  try {
    await work()
  } catch (error) {
    await object.releaseLink(link.digest)
    throw error
  }
}
