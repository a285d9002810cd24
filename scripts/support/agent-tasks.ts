/** The twenty tasks of an agent's day: what each cost before, and the table of docs/agents.md. */

interface Cost {
  calls: number
  /** Of all answers together, counted with o200k_base. */
  tokens: number
}

interface AgentTask {
  title: string
  /** What it took on 2026-11-22, with every wrong turn. Null where nothing was counted. */
  before: Cost | null
  /** The shortest sequence of calls that would have been enough. Null where it was not counted. */
  shortest: Cost | null
}

/** In the order of the table. */
export const AGENT_TASKS: readonly AgentTask[] = [
  {
    title: 'The decisions of a meeting as rows of a Notion table',
    before: { calls: 10, tokens: 12_867 },
    shortest: { calls: 5, tokens: 1_000 },
  },
  {
    title: 'The newest recording, transcribed, as subtitles',
    before: { calls: 9, tokens: 12_651 },
    shortest: { calls: 3, tokens: 1_850 },
  },
  { title: 'Who said something, and when', before: { calls: 13, tokens: 737 }, shortest: { calls: 2, tokens: 180 } },
  {
    title: 'The sales of October by day and product',
    before: { calls: 6, tokens: 22_900 },
    shortest: { calls: 1, tokens: 1_694 },
  },
  {
    title: 'A bill sent once although the call is repeated, then destroyed',
    before: { calls: 7, tokens: 235 },
    shortest: { calls: 4, tokens: 140 },
  },
  { title: 'A paid bill cancelled', before: { calls: 9, tokens: 672 }, shortest: { calls: 3, tokens: 360 } },
  { title: 'The transcript of a video', before: { calls: 5, tokens: 599 }, shortest: { calls: 2, tokens: 454 } },
  {
    title: 'A post, its numbers, and its deletion',
    before: { calls: 10, tokens: 1_265 },
    shortest: { calls: 6, tokens: 900 },
  },
  {
    title: 'A sentence of a Notion page changed, the page trashed and restored',
    before: { calls: 16, tokens: 17_700 },
    shortest: { calls: 5, tokens: 1_000 },
  },
  {
    title: 'Four recordings renamed by their date',
    before: { calls: 3, tokens: 1_242 },
    shortest: { calls: 4, tokens: 1_088 },
  },
  {
    title: "A day's orders into a table, twice, without duplicates",
    before: { calls: 7, tokens: 18_214 },
    shortest: { calls: 3, tokens: 9_949 },
  },
  {
    title: 'Words searched in everything, in another order',
    before: { calls: 5, tokens: 88 },
    shortest: { calls: 3, tokens: 62 },
  },
  { title: 'A member invited to Notion', before: { calls: 6, tokens: 311 }, shortest: { calls: 1, tokens: 45 } },
  { title: 'Which accounts need attention', before: { calls: 2, tokens: 325 }, shortest: { calls: 1, tokens: 277 } },
  { title: 'What happened lately', before: { calls: 3, tokens: 1_617 }, shortest: { calls: 1, tokens: 494 } },
  { title: 'Wrong arguments and ids, corrected', before: { calls: 18, tokens: 8_116 }, shortest: null },
  { title: 'An expired account', before: { calls: 2, tokens: 328 }, shortest: null },
  {
    title: 'A passage of a meeting of six hours',
    before: { calls: 12, tokens: 98_661 },
    shortest: { calls: 18, tokens: 240_306 },
  },
  { title: 'The same bill and the same rows requested at once', before: null, shortest: null },
  { title: 'What the content of a recording talks a model into', before: { calls: 11, tokens: 1_290 }, shortest: null },
]

/** The figures of a task now, by its number from 1 on. Null where the number of tokens depends on the order of answers. */
export type TaskFigures = Readonly<Record<string, { calls: number; tokens: number | null }>>

const count = (value: number) => value.toLocaleString('en-US')

/** The table of the tasks in Markdown. */
export function agentTasksTable(figures: TaskFigures): string {
  const rows = AGENT_TASKS.map((task, at) => {
    const now = figures[at + 1]
    if (!now) throw new Error(`no figures of task ${at + 1}`)
    return { ...task, number: at + 1, now }
  })
  const counted = rows.flatMap(({ number, before, shortest, now }) =>
    before && shortest && now.tokens !== null
      ? [{ number, before, shortest, now: { calls: now.calls, tokens: now.tokens } }]
      : [],
  )
  const sum = (title: string, summed: typeof counted) =>
    line(title, total(summed.map(({ before }) => before)), total(summed.map(({ shortest }) => shortest)), {
      ...total(summed.map(({ now }) => now)),
    })
  return [
    HEAD,
    '|---|---|---|---|',
    ...rows.map(({ number, title, before, shortest, now }) => line(`${number}. ${title}`, before, shortest, now)),
    sum('Sum of the tasks with three figures', counted),
    sum(
      'The same without the longest',
      counted.filter(({ number }) => number !== LONGEST),
    ),
  ].join('\n')
}

const HEAD = '| Task | Before: all calls, tokens | Before: shortest way | Now |'
const LONGEST = 18

const total = (costs: readonly Cost[]): Cost => ({
  calls: costs.reduce((sum, { calls }) => sum + calls, 0),
  tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
})

const line = (title: string, ...costs: (TaskFigures[string] | null)[]): string =>
  `| ${[title, ...costs.map((cost) => (cost ? `${count(cost.calls)}, ${cost.tokens === null ? '-' : count(cost.tokens)}` : '-'))].join(' | ')} |`

const TABLE = /\| Task \| Before: all calls, tokens \|.*\n(?:\|.*\n)*/

/** The page with this table instead of its own. Throws when it has none. */
export function withAgentTasks(page: string, table: string): string {
  if (!TABLE.test(page)) throw new Error('docs/agents.md has no table of the twenty tasks')
  return page.replace(TABLE, () => `${table}\n`)
}
