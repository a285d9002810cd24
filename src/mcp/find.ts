import type { Context } from 'hono'
import type { Account, Product } from '../base/groups.ts'
import { opens } from '../gateway/auth/access.ts'
import type { Caller } from '../gateway/auth/caller.ts'
import { suggestWord } from '../gateway/http/suggest-path.ts'
import type { AppEnv } from '../gateway/state.ts'
import { isConnected } from '../upstream/credentials.ts'
import { listSeveral } from './accounts.ts'
import { SEND, type Tool } from './tools.ts'

/** The most tools of one answer, and its most bytes: about 900 tokens. */
const MOST_FOUND = 8
const MOST_BYTES = 2700

/** The answer of `gateway_find_tools`: the operations that fit a task, the best first, below the accounts to choose from. */
export async function findTools(
  tools: readonly Tool[],
  task: string,
  { c, caller }: { c: Context<AppEnv>; caller: Caller },
): Promise<string> {
  const found = rank(tools, task).slice(0, MOST_FOUND)
  if (found.length === 0) {
    return `Nothing here fits "${task.slice(0, 100)}". Name what it is about: recordings, notes, tables and pages, orders, bills, videos, posts or events.`
  }
  const [absent, several] = await Promise.all([findAbsent(found, c), listSeveral({ c, caller })])
  const origin = new URL(c.req.url).origin
  let left = MOST_BYTES - sizeOf(several)
  const lines = found.flatMap((tool) => {
    const { name, reads, hasEffect, account, found: own } = tool
    const why = !opens(caller, tool)
      ? ' [not open to this key]'
      : account !== undefined && absent.has(account)
        ? ` [not connected: the owner connects it at ${origin}/#${absent.get(account)}]`
        : ''
    const entry = `${name} (${reads ? 'read' : 'change'}): ${own.line}${hasEffect ? ` [${SEND}]` : ''}${why}\n  ${own.args || 'no arguments'}`
    left -= sizeOf(entry)
    return left < 0 ? [] : [entry]
  })
  return [...(several === '' ? [] : [several]), ...lines].join('\n')
}

const sizeOf = (line: string) => (line === '' ? 0 : new TextEncoder().encode(line).byteLength + 1)

/** The accounts of these tools that are not connected, by their products. One whose record cannot be read counts as connected. */
async function findAbsent(found: readonly Tool[], c: Context<AppEnv>) {
  const { upstream } = c.get('state')
  const needed = found.flatMap(({ account, accountHeader: header }) => {
    const isBrought = header !== undefined && c.req.raw.headers.has(header)
    return account === undefined || isBrought ? [] : [account]
  })
  const absent = new Map<Product, Account>()
  await Promise.all(
    [...new Set(needed)].map(async (product) => {
      if (!(await isConnected(upstream, product).catch(() => true))) absent.set(product, upstream.accountOf(product))
    }),
  )
  return absent
}

/** The tools that share words with a task. A rare word counts more than one that many tools have. */
function rank(tools: readonly Tool[], task: string): Tool[] {
  const asked = [...new Set(toWords(task))].filter((word) => !COMMON.has(word))
  const texts = tools.map(({ found }) => ({ own: toWords(found.words), more: toWords(found.more) }))
  const named = task.split(/\W+/)
  const scores = tools.map(({ name }) => (named.includes(name) ? Number.MAX_SAFE_INTEGER : 0))
  for (const word of asked) {
    const likeness = texts.map(({ own, more }) => best(word, own) + best(word, more) / 3)
    const having = likeness.filter((value) => value > 0).length
    if (having === 0) continue
    const weight = Math.log(1 + tools.length / having)
    for (const [at, value] of likeness.entries()) scores[at] = (scores[at] ?? 0) + value * weight
  }
  // A tool with a third of what the best one has fits something else.
  const least = Math.max(...scores) / 3
  return tools
    .map((tool, at) => ({ tool, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > least)
    .sort((one, other) => other.score - one.score)
    .map(({ tool }) => tool)
}

/** Words of tasks that say nothing about a tool. */
const COMMON: ReadonlySet<string> = new Set(
  'a an the of to in on for and or my me all with from by is are it this that what which how do i get please 줘 해줘 좀 을 를 이 가 의 에'.split(
    ' ',
  ),
)

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const best = (word: string, among: readonly string[]) => Math.max(0, ...among.map((one) => alike(word, one)))

/** How alike two words are, by their common start: endings and Korean particles differ. */
function alike(one: string, other: string): number {
  if (one === other) return 1
  let common = 0
  while (common < Math.min(one.length, other.length) && one[common] === other[common]) common += 1
  const least = /[가-힣]/.test(one) ? 2 : 4
  const longest = Math.max(one.length, other.length)
  return common >= least && common / longest >= 0.5 ? common / longest : 0
}

/** The names that are most like an unknown one. */
export function nearestNames(names: readonly string[], asked: string): string[] {
  const parts = toWords(asked.replaceAll('_', ' '))
  const shared = (name: string) => name.split('_').filter((part) => parts.includes(part)).length
  const ranked = names
    .filter((name) => shared(name) >= 2)
    .sort((one, other) => shared(other) - shared(one))
    .slice(0, 3)
  const nearest = suggestWord(names, asked)
  return [...new Set([...(nearest ? [nearest] : []), ...ranked])].slice(0, 3)
}
