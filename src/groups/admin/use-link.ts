import { overLink } from '../../gateway/links.ts'
import type { RequestState } from '../../gateway/state.ts'
import { stateObject } from '../../upstream/account-state.ts'

/**
 * Does what a link is for, and uses it up. Two that come at once do not both get through: the link is used first, and given
 * back where the work fails. Throws 410 where it was used meanwhile.
 */
export async function useLink(
  { settings, link }: Pick<RequestState, 'settings' | 'link'>,
  work: () => Promise<void>,
): Promise<void> {
  if (!link) throw new Error('the gate of the operation lets no request without a link through')
  const object = stateObject(settings, link.account)
  if (!(await object.useLink(link.digest))) throw overLink('this link was used')
  try {
    await work()
  } catch (error) {
    await object.releaseLink(link.digest)
    throw error
  }
}
