import type { GroupContract } from './contract.ts'
import { recorder } from './recorder.rows.ts'

/** Every group that the router mounts. */
export const contracts: readonly GroupContract[] = [recorder]
