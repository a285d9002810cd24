import type { Description } from '../support/openapi.ts'
import { faultName, type Outcome, resultOf } from './cell.ts'
import { invariantsOf } from './invariants.ts'
import type { Table } from './table.ts'

/** What does not hold that must hold whatever a product does, a line each. */
export function wrongs(description: Description, outcomes: readonly Outcome[], strays: readonly string[]): string[] {
  const faultsOf = invariantsOf(description)
  const broken = outcomes.flatMap((outcome) => {
    const { cell } = outcome
    return [...faultsOf(outcome)].map(([what, seen]) => `${cell.subject.name} ${faultName(cell)}: ${what}: ${seen}`)
  })
  return [...broken, ...strays.map((line) => `a log line of no request: ${line}`)]
}

/** The results, to be held against those that are expected. */
export function tableOf(outcomes: readonly Outcome[]): Table {
  const table: Table = new Map()
  for (const outcome of outcomes) {
    const { name } = outcome.cell.subject
    const results = table.get(name) ?? new Map<string, string>()
    table.set(name, results.set(faultName(outcome.cell), resultOf(outcome)))
  }
  return table
}
