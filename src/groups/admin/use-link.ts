import type { Settings } from '../../base/settings.ts'
import type { OpenLink } from '../../gateway/auth/access.ts'
import { overLink } from '../../gateway/auth/links.ts'
import type { RequestState } from '../../gateway/state.ts'
import { stateObject } from '../../upstream/accounts.ts'

/**
 * Counts an attempt to connect with a link, before the product is called. Throws 410 when the link has no attempts
 * left.
 */
export async function countLinkTry({ settings, link }: Pick<RequestState, 'settings' | 'link'>): Promise<void> {
  if (!link) throw noLink()
  if (!(await stateObject(settings, link.account).tryLink(link.digest)))
    throw overLink('this link was tried too often', 'spent')
}

const noLink = () => new Error('the gate of the operation lets no request without a link through')

/**
 * Runs the work of a link and marks the link as used. The link is marked first and released if the work fails, so that
 * two concurrent requests cannot both succeed. Throws 410 when another request used it.
 */
export async function useLink(
  { settings, link }: { settings: Settings; link?: Pick<OpenLink, 'account' | 'digest'> | undefined },
  work: () => Promise<void>,
): Promise<void> {
  if (!link) throw noLink()
  const object = stateObject(settings, link.account)
  if (!(await object.useLink(link.digest))) throw overLink('this link was used', 'used')
  try {
    await work()
  } catch (error) {
    await object.releaseLink(link.digest)
    throw error
  }
}
