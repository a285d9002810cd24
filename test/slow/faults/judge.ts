import type { Description } from '../../../scripts/support/openapi.ts'
import { faultName, formatResult, type Outcome } from './cell.ts'
import { getInvariants } from './invariants.ts'
import type { Table } from './table.ts'

/** Violated invariants, one per line. */
export function wrongs(description: Description, outcomes: readonly Outcome[], strays: readonly string[]): string[] {
  const getFaults = getInvariants(description)
  const broken = outcomes.flatMap((outcome) => {
    const { cell } = outcome
    return [...getFaults(outcome)].map(([what, seen]) => `${cell.subject.name} ${faultName(cell)}: ${what}: ${seen}`)
  })
  return [...broken, ...strays.map((line) => `a log line of no request: ${line}`)]
}

/** The results, to compare them with the expected ones. */
export function toTable(outcomes: readonly Outcome[]): Table {
  const table: Table = new Map()
  for (const outcome of outcomes) {
    const { name } = outcome.cell.subject
    const results = table.get(name) ?? new Map<string, string>()
    table.set(name, results.set(faultName(outcome.cell), formatResult(outcome)))
  }
  return table
}
