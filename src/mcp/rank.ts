import { getIntent, splitQuestion } from './intent.ts'
import { type Terms, toTerms } from './terms.ts'
import { correctTerms, indexOf, isKnown, isWord, type ToolIndex } from './tool-index.ts'
import type { Tool } from './tools.ts'

/** How much a word of a description counts beside one that was chosen to find the tool. */
const OF_DESCRIPTION = 1 / 3
/** How much the most similar phrase of a tool counts beside all of its words. */
const OF_PHRASE = 3.5
/** How much it counts which of a group's tools have a word, beside which of all tools have it. */
const OF_GROUP = 0.4
/** How much a group loses to which the words of the task do not belong. */
const OF_OTHER_GROUP = 0.6
/** How much more a tool counts whose product is named, or a thing that only this product has. */
const OF_PRODUCT = 5
const OF_THING = 1.4
/** How much a tool of the gateway itself counts where a product is named. */
const OF_GATEWAY = 2
/** How much more a tool of the default list counts: what most people do in a week. */
const OF_DEFAULT = 1.1
/** How much a tool counts that does not do what the task is: reading for a change, changing for a question or for what is neither. */
const OF_READ = 0.7
const OF_CHANGE = { question: 0.6, command: 1, undefined: 0.95 }
/** How much words in quotation marks count: they are what is written or looked for. */
const OF_QUOTED = 0.3
/** How much it counts for a search that the task has words that no tool has. */
const OF_TOPIC = 0.3
const QUOTED = /"[^"]*"|“[^”]*”|'[^']{2,}'/g
/** A tool with less than this share of the best score fits something else. */
const LEAST_SHARE = 1 / 3
/** A second thing to do has at least this share of the score of the first, with another product and with the same. */
const LEAST_OTHER = 0.5
const LEAST_SAME = 0.3

/**
 * The tools that share words with a task, the best first. A rare word counts more than one that many tools have, as in any
 * full-text search. A question never puts a change first.
 *
 * @param task in English or Korean, as a person says it
 */
export function rankTools(tools: readonly Tool[], task: string): Tool[] {
  const all = rankByWords(tools, task)
  const parts = splitQuestion(task.replaceAll(QUOTED, ' '))
  if (!parts) return all
  const read = rankByWords(tools, parts.question).find(({ reads }) => reads)
  const change = rankByWords(tools, parts.command).find(({ reads }) => !reads)
  return [...new Set([...[read, change].filter((tool) => tool !== undefined), ...all])]
}

function rankByWords(tools: readonly Tool[], task: string): Tool[] {
  const quoted: string[] = []
  const asked = task.replaceAll(QUOTED, (text) => {
    quoted.push(text)
    return ' '
  })
  const { rest, products } = takeProducts(tools, asked)
  const intent = getIntent(rest)
  const indexes = tools.map(({ found }) => indexOf(found))
  const terms = new Map<string, number>()
  for (const [term, share] of toTerms(quoted.join('. '))) terms.set(term, share * OF_QUOTED)
  for (const [term, share] of correctTerms(toTerms(rest))) terms.set(term, share)
  const unknown = [...terms.keys()].filter((term) => !isKnown(term))
  for (const term of unknown) terms.delete(term)
  if ((products.size > 0 || terms.size > 0) && unknown.some(isWord))
    for (const term of toTerms('about something').keys()) terms.set(term, OF_TOPIC)
  const whole = scoreTools(tools, indexes, { terms, products, intent })
  const named = new Set(task.split(/\W+/))
  for (const [at, { name }] of tools.entries()) if (named.has(name)) whole.scores[at] = Number.MAX_SAFE_INTEGER
  const ranked = sortTools(tools, whole.scores)
  const [first, second] = ranked
  if (first === undefined) return []

  // What the first does not say of the task may be another thing to do.
  const others = new Set([...products].filter((product) => product !== first.found.product))
  const best = Math.max(...whole.scores) / (products.has(first.found.product) ? OF_PRODUCT : 1)
  const findOther = (left: (term: string) => number, least: number, mayBe: (tool: Tool) => boolean) => {
    const rest = new Map([...terms].map(([term, share]) => [term, share * left(term)]))
    // What is changed comes from what is read, and the other way round.
    const { scores } = scoreTools(tools, indexes, {
      terms: rest,
      products: others,
      intent: first.reads ? intent : 'question',
    })
    const possible = scores.map((score, at) => (mayBe(tools[at] as Tool) ? score : 0))
    return Math.max(...possible) > best * least ? sortTools(tools, possible).slice(0, 1) : []
  }
  const known = indexOf(first.found).words
  const elsewhere = findOther(
    (term) => 1 - (whole.shares.get(term)?.get(first.group) ?? 0),
    others.size > 0 ? 0 : LEAST_OTHER,
    ({ group, found }) => group !== first.group && found.product !== '',
  )
  const beside = findOther(
    (term) => (known.has(term) ? 0.5 : 1),
    LEAST_SAME,
    ({ group, reads }) => group === first.group && reads !== first.reads,
  )
  const next = second ? [second] : []
  const chosen = others.size > 0 ? [first, ...elsewhere, ...next, ...beside] : [first, ...next, ...elsewhere, ...beside]
  const all = [...new Set([...chosen, ...ranked])]
  const read = intent === 'question' ? all.find(({ reads }) => reads) : undefined
  return read ? [...new Set([read, ...all])] : all
}

function sortTools(tools: readonly Tool[], scores: readonly number[]): Tool[] {
  const least = Math.max(...scores) * LEAST_SHARE
  return tools
    .map((tool, at) => ({ tool, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > least)
    .sort((one, other) => other.score - one.score)
    .map(({ tool }) => tool)
}

interface Asked {
  terms: Terms
  products: ReadonlySet<string>
  intent: ReturnType<typeof getIntent>
}

/** The terms of a usual tool. More of them meet more tasks by chance. */
const USUAL_TERMS = 110

function scoreTools(tools: readonly Tool[], indexes: readonly ToolIndex[], { terms, products, intent }: Asked) {
  const { weights, shares, belonging } = weighTerms(tools, indexes, terms)
  const scores = tools.map(({ reads, group, found, isDefault }, at) => {
    const { words, more, things, phrases } = indexes[at] as ToolIndex
    const own = weights.get(group) ?? new Map<string, number>()
    let sum = 0
    for (const [term, weight] of own) sum += weight * (words.get(term) ?? (more.has(term) ? OF_DESCRIPTION : 0))
    const isNamed = products.has(found.product)
    const factors = [
      isNamed ? OF_PRODUCT : products.size > 0 && found.product === '' ? OF_GATEWAY : 1,
      [...terms.keys()].some((term) => things.has(term)) ? OF_THING : 1,
      isDefault ? OF_DEFAULT : 1,
      reads ? (intent === 'command' ? OF_READ : 1) : OF_CHANGE[`${intent}`],
      1 - OF_OTHER_GROUP + OF_OTHER_GROUP * (belonging.get(group) ?? 0),
    ]
    const score = sum / (0.8 + (0.2 * words.size) / USUAL_TERMS) + OF_PHRASE * findClosest(phrases, own)
    // A product that is named without any known word is better than nothing.
    return factors.reduce((product, factor) => product * factor, score + (isNamed ? 0.5 : 0))
  })
  return { scores, shares }
}

/** How much of the task the most similar phrase of a tool says. */
function findClosest(phrases: ToolIndex['phrases'], weights: ReadonlyMap<string, number>): number {
  let most = 0
  for (const { terms, size } of phrases) {
    let shared = 0
    for (const term of terms) shared += weights.get(term) ?? 0
    most = Math.max(most, shared / Math.sqrt(size + 2))
  }
  return most
}

/**
 * What the terms of a task say: of the tools of each group (`weights`), of the group (`shares` of each term, at most 1), and all
 * together which group the task belongs to, at most 1.
 */
function weighTerms(tools: readonly Tool[], indexes: readonly ToolIndex[], terms: Terms) {
  const sizes = new Map<string, number>()
  for (const { group } of tools) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const weights = new Map([...sizes.keys()].map((group) => [group, new Map<string, number>()]))
  const shares = new Map<string, ReadonlyMap<string, number>>()
  const evidence = new Map<string, number>()
  for (const [term, share] of terms) {
    const counts = new Map<string, number>()
    const sums = new Map<string, number>()
    for (const [at, { words, more }] of indexes.entries()) {
      const group = tools[at]?.group ?? ''
      const value = words.get(term) ?? (more.has(term) ? OF_DESCRIPTION : 0)
      if (value > 0) sums.set(group, (sums.get(group) ?? 0) + value)
      if (words.has(term)) counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    const having = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const rarity = Math.log(1 + tools.length / Math.max(having, 1))
    // A few more than there are, so that one tool of a small group is not everything.
    const densities = new Map([...sums].map(([group, sum]) => [group, sum / ((sizes.get(group) ?? 0) + 3)]))
    const total = [...densities.values()].reduce((sum, density) => sum + density, 0)
    shares.set(term, new Map([...densities].map(([group, density]) => [group, density / total])))
    for (const [group, density] of densities) {
      evidence.set(group, (evidence.get(group) ?? 0) + (share * rarity * density) / total)
      // A word that every tool of the group has says nothing about which one.
      const inGroup = Math.log(((sizes.get(group) ?? 0) + 1) / ((counts.get(group) ?? 0) + 0.5))
      weights.get(group)?.set(term, share * ((1 - OF_GROUP) * rarity + OF_GROUP * inGroup))
    }
  }
  const most = Math.max(...evidence.values(), Number.MIN_VALUE)
  return { weights, shares, belonging: new Map([...evidence].map(([group, value]) => [group, value / most])) }
}

/** The products that a task names. A name says nothing about which of the product's tools is meant, so it is taken out. */
function takeProducts(tools: readonly Tool[], task: string): { rest: string; products: ReadonlySet<string> } {
  let rest = task.toLowerCase().replaceAll(/https?:\/\/\S*youtu\S*/g, ' youtube video ')
  const products = new Set<string>()
  for (const product of new Set(tools.map(({ found }) => found.product))) {
    for (const name of product.toLowerCase().split(' ').filter(Boolean)) {
      const without = /[a-z]/.test(name)
        ? rest.replaceAll(/[a-z]+/g, (word) => (word === name ? ' ' : word))
        : rest.replaceAll(name, ' ')
      if (without !== rest) products.add(product)
      rest = without
    }
  }
  return { rest, products }
}
