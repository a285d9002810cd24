import { bodies } from './bodies.ts'
import { connections } from './connections.ts'
import type { Fault } from './exchange.ts'
import { statuses } from './statuses.ts'

/** All ways in which a product is broken. */
export const faults: readonly Fault[] = [...statuses, ...connections, ...bodies]
