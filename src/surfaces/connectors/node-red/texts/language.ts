import type { Json } from '../../../json-schema.ts'
import type { TriggerEvent } from '../../events.ts'
import type { Input } from '../../inputs.ts'
import type { Sent } from '../../sending.ts'
import type { Group, Task } from '../../tasks.ts'
import type { Field } from '../fields.ts'

/** An operation as the package describes it. */
export interface Described extends Pick<Task, 'group' | 'isWanted' | 'id' | 'task'> {
  readonly summary: string
  readonly korean: string
  readonly fields: readonly Field[]
  readonly isPaged: boolean
  readonly sent: Sent & { readonly fields: Json }
}

/** What people read in the editor, in one language. */
export interface Language {
  /** Of the folder in `locales`. */
  readonly name: string
  readonly product: (group: Group) => string
  readonly task: (operation: Described) => string
  /** Empty when it says no more than the task. */
  readonly summary: (operation: Described) => string
  readonly label: (input: Input) => string
  /** Undefined for a language whose texts about fields are those of English. */
  readonly help?: (field: Field) => string
  readonly event: (event: TriggerEvent) => string
  /** The other texts of the dialogs, by node. */
  readonly deployment: DeploymentTexts
  readonly request: RequestTexts
  readonly events: EventsTexts
  /** The help of each node, in Markdown. */
  readonly pages: (described: readonly Described[]) => Readonly<Record<string, string>>
}

interface DeploymentTexts {
  readonly address: string
  readonly key: string
  readonly test: string
  readonly testing: string
  readonly works: string
  readonly needsAttention: string
}

interface RequestTexts {
  readonly label: string
  readonly deployment: string
  readonly product: string
  readonly operation: string
  readonly name: string
  readonly usual: string
  readonly others: string
  readonly more: string
  readonly from: string
  readonly fromHelp: string
  readonly nothing: string
  readonly notSet: string
  readonly yes: string
  readonly no: string
  readonly choose: string
  readonly limit: string
  readonly limitHelp: string
  readonly output: string
  readonly array: string
  readonly each: string
  readonly once: string
  readonly onceHelp: string
  readonly ofMessage: string
  readonly requesting: string
  readonly failed: string
}

interface EventsTexts {
  readonly label: string
  readonly deployment: string
  readonly name: string
  readonly kinds: string
  readonly delivery: string
  readonly poll: string
  readonly webhook: string
  readonly every: string
  readonly seconds: string
  readonly address: string
  readonly addressHelp: string
  readonly include: string
  readonly transcript: string
  readonly summary: string
  readonly table: string
  readonly tableHelp: string
  readonly waiting: string
  readonly subscribed: string
  readonly failed: string
}
