import { operations } from '../../gateway/operation.ts'

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({ group: 'admin', access: 'admin' })
