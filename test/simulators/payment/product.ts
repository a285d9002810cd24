import type { State } from './state.ts'
import type { Switches } from './switches.ts'

/** What every call works on. */
export interface Product {
  state: State
  switches: Switches
  now: () => number
}
