/** Results by subject, then by fault. */
export type Table = Map<string, Map<string, string>>

/**
 * The results as text: subjects with equal results share a line, followed by each result with its faults. So a change
 * of one subject shows as a few lines.
 */
export function printTable(table: Table): string {
  const alike = Map.groupBy([...table], ([, results]) => splitLines(results).join('\n'))
  return [...alike]
    .map(([lines, rows]) => `${rows.map(([subject]) => subject).join('\n')}\n${lines}`)
    .join('\n\n')
    .concat('\n')
}

/** Parses the output of `printTable`. Lines that start with # are ignored. */
export function readTable(text: string): Table {
  const table: Table = new Map()
  const blocks = text
    .replaceAll(/^#.*\n/gm, '')
    .trim()
    .split(/\n\n+/)
  for (const block of blocks.filter(Boolean)) {
    const lines = block.split('\n')
    const results = new Map(
      lines
        .filter((line) => line.startsWith(' '))
        .flatMap((line) => {
          const [result = '', ...faults] = line.trim().split(/\s+/)
          return faults.map((fault) => [fault, result] as const)
        }),
    )
    for (const subject of lines.filter((line) => !line.startsWith(' '))) table.set(subject, new Map(results))
  }
  return table
}

function splitLines(results: ReadonlyMap<string, string>): string[] {
  const byResult = Map.groupBy(results, ([, result]) => result)
  return [...byResult].map(([result, pairs]) => `  ${result.padEnd(8)}${pairs.map(([fault]) => fault).join(' ')}`)
}

/** The table updated with other results. */
export function merged(table: Table, found: Table): Table {
  const all: Table = new Map([...table].map(([subject, results]) => [subject, new Map(results)]))
  for (const [subject, results] of found) all.set(subject, new Map([...(all.get(subject) ?? []), ...results]))
  return all
}
