import { operations } from '../../gateway/operation.ts'

/** The two ways to declare an operation of the management app. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({ group: 'admin', gate: 'admin' })
