import { type Group, TASKS } from '../../tasks.ts'
import type { Described, Language } from './language.ts'

/** The tasks of each product, as a list in Markdown. */
export const listTasks = (language: Language, described: readonly Described[]): string =>
  (Object.keys(TASKS) as Group[])
    .map((group) => {
      const tasks = described.filter((one) => one.group === group).map((one) => language.task(one))
      return `- **${language.product(group)}**: ${tasks.join('; ')}`
    })
    .join('\n')
