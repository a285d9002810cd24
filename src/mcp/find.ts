import type { Context } from 'hono'
import type { Account, Product } from '../base/groups.ts'
import { opens } from '../gateway/auth/access.ts'
import type { Caller } from '../gateway/auth/caller.ts'
import { suggestWord } from '../gateway/http/suggest-path.ts'
import type { AppEnv } from '../gateway/state.ts'
import { isConnected } from '../upstream/credentials.ts'
import { listSeveral } from './accounts.ts'
import { findImpossible } from './impossible.ts'
import { rankTools } from './rank.ts'
import { SEND, type Tool } from './tools.ts'

/** The most tools of one answer, and its most bytes: about 900 tokens. */
const MOST_FOUND = 8
const MOST_BYTES = 2700
/** The most tools beside what no operation does. */
const MOST_BESIDE = 3

/** The answer of `gateway_find_tools`: the operations that fit a task, the best first, below the accounts to choose from. */
export async function findTools(
  tools: readonly Tool[],
  task: string,
  { c, caller }: { c: Context<AppEnv>; caller: Caller },
): Promise<string> {
  const impossible = findImpossible(task)
  const ranked = rankTools(tools, task)
  const found =
    impossible === undefined
      ? addSource(tools, ranked).slice(0, MOST_FOUND)
      : leaveOutOthers(tools, ranked, impossible).slice(0, MOST_BESIDE)
  if (found.length === 0) {
    const listed = tools.filter(({ isDefault }) => isDefault).map(({ name }) => name)
    return `${impossible ?? `Nothing here fits "${task.slice(0, 100)}".`} What is used most: ${listed.join(', ')}. Other tools are found by what they do, such as: folders of recordings, refunds, returns, comments, replies.`
  }
  const [absent, several] = await Promise.all([findAbsent(found, c), listSeveral({ c, caller })])
  const origin = new URL(c.req.url).origin
  let left = MOST_BYTES - sizeOf(several)
  const lines = found.flatMap((tool) => {
    const { name, reads, hasEffect, account, neededHeaders, found: own } = tool
    const why = !opens(caller, tool)
      ? ' [not open to this key]'
      : account !== undefined && absent.has(account)
        ? ` [not connected: the owner connects it at ${origin}/#${absent.get(account)}]`
        : neededHeaders?.some((header) => !c.req.raw.headers.get(header))
          ? ' [only with a browser session in headers, which this connection does not send]'
          : ''
    const entry = `${name} (${reads ? 'read' : 'change'}): ${own.line}${hasEffect ? ` [${SEND}]` : ''}${why}\n  ${own.args || 'no arguments'}`
    left -= sizeOf(entry)
    return left < 0 ? [] : [entry]
  })
  return [...(impossible ? [impossible] : []), ...(several === '' ? [] : [several]), ...lines].join('\n')
}

/** The tools that the sentence about what cannot be done names, and what reads: another change would not be what the person wants. */
function leaveOutOthers(tools: readonly Tool[], ranked: readonly Tool[], impossible: string): readonly Tool[] {
  const named = tools.filter(({ name }) => impossible.includes(name))
  return [...new Set([...named, ...ranked.filter(({ reads }) => reads)])]
}

/** With the tool that has the ids for the first one, where no list shows it. */
function addSource(tools: readonly Tool[], found: readonly Tool[]): readonly Tool[] {
  const [, name] = /\bcomes? from (?:a query or from )?(\w+_\w+)/.exec(found[0]?.found.more ?? '') ?? []
  const source = tools.find((tool) => tool.name === name && tool.reads && !tool.isDefault)
  if (!source || found.slice(0, MOST_FOUND - 1).includes(source)) return found
  const others = found.filter((tool) => tool !== source)
  return [...others.slice(0, 3), source, ...others.slice(3)]
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

/** The names that are most like an unknown one. */
export function nearestNames(names: readonly string[], asked: string): string[] {
  const parts: readonly string[] = asked.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const shared = (name: string) => name.split('_').filter((part) => parts.includes(part)).length
  const ranked = names
    .filter((name) => shared(name) >= 2)
    .sort((one, other) => shared(other) - shared(one))
    .slice(0, 3)
  const nearest = suggestWord(names, asked)
  return [...new Set([...(nearest ? [nearest] : []), ...ranked])].slice(0, 3)
}
