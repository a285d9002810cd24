import type * as z from 'zod/mini'
import type { outputs as adminOutputs } from '../../groups/admin/outputs.ts'
import type { outputs as eventsOutputs } from '../../groups/events/outputs.ts'

type Outputs = typeof adminOutputs & typeof eventsOutputs

/** The answer of an operation, by its id. */
export type Output<Id extends keyof Outputs> = z.output<ReturnType<Outputs[Id]>>
