import type { Account } from '../../../base/connected-accounts.ts'
import type { Area } from '../../../base/groups.ts'
import type { InstructionTexts, Sentence } from './instruction-texts.ts'

/**
 * The server instructions that a model gets at the start of a session: a few sentences about each group that it can
 * use, and a line for each product that it cannot, with the page where the owner changes that.
 */

/** Why the caller has no tool of an account. */
export type Absence = 'not connected' | 'not opened'

export interface Listed {
  /** The groups with a tool for this caller. */
  groups: readonly Area[]
  hasTool(name: string): boolean
  absent: ReadonlyMap<Account, Absence>
  /** The URL of the management app. */
  app: string
  isGrant: boolean
}

export function formatInstructions(
  texts: InstructionTexts,
  service: string,
  { groups, hasTool, absent, app, isGrant }: Listed,
): string {
  const isSaid = (sentence: Sentence): boolean => typeof sentence === 'string' || sentence[1].every(hasTool)
  const toText = (sentence: Sentence): string => (typeof sentence === 'string' ? sentence : sentence[0])
  const notOpened = isGrant ? texts.absent.notOpenedToClient : texts.absent.notOpenedByKey
  const lines = [...absent].map(
    ([account, why]) =>
      `${texts.accounts[account]}: ${(why === 'not connected' ? texts.absent.notConnected : notOpened).replace('{app}', app)}`,
  )
  return [
    `The accounts that are connected to ${service}, by product:`,
    ...groups.flatMap((group) => texts.groups[group]?.filter(isSaid).map(toText).join(' ') ?? []),
    ...lines,
    ...texts.all,
  ].join('\n')
}
