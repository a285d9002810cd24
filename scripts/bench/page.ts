/** A line of the table: medians of the gateway and of what it is compared with. */
export interface Figure {
  what: string
  latchkey: number
  print: (value: number) => string
  beside?: string
  anchor?: number
  /** The most times that the gateway may take of what it is compared with. Alone: the most that it may take. */
  most?: number
}

/** What docs/measurements.md says about the run that printed its table. */
export interface Run {
  /** As 2026-01-31. */
  date: string
  commit: string
  /** Whether the code had changes that the commit does not have. */
  isChanged: boolean
  processors: number
}

const HEAD = ['What', 'Latchkey', 'Beside', 'takes', 'Ratio', 'Limit']

export function printTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, latchkey, print, beside = '', anchor, most }) => {
    const [taken, ratio] = anchor === undefined ? ['', ''] : [print(anchor), (latchkey / anchor).toFixed(2)]
    const limit = most === undefined ? '' : anchor === undefined ? print(most) : most.toFixed(2)
    return [what, print(latchkey), beside, taken, ratio, limit]
  })
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(HEAD), '|---|---:|---|---:|---:|---:|', ...rows.map(line)].join('\n')
}

/** Compares as printed: a ratio of 1.45 keeps a limit of 1.45. */
export function isBroken({ latchkey, anchor, most }: Figure): boolean {
  const value = anchor === undefined ? latchkey : Number((latchkey / anchor).toFixed(2))
  return most !== undefined && value > most
}

const [BEGIN, END] = ['<!-- Written by npm run bench "--" --write -->\n', '\n<!-- End -->']

/** The page with another run between its two marks. Throws when it has not both. */
export function replaceRun(page: string, run: Run, figures: readonly Figure[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`the page must have ${BEGIN.trim()} and ${END.trim()}`)
  const code = `commit ${run.commit}${run.isChanged ? ' with changes' : ''}`
  const told = `Measured on ${run.date} at ${code}, on a machine with ${run.processors} processors:`
  return `${page.slice(0, begin + BEGIN.length)}\n${told}\n\n${printTable(figures)}\n${page.slice(end)}`
}
