import * as fc from 'fast-check'
import { getPatterns, type Schema } from '../../../scripts/support/openapi.ts'
import type { Random } from './random.ts'

/** Creates values that fit a schema. `known` returns values for the name of a field, and is asked first. */
export interface Maker {
  random: Random
  known: (name: string, schema: Schema) => readonly unknown[]
}

const KNOWN_CHANCE = 0.85
const OPTIONAL_CHANCE = 0.35
const MOST_ITEMS = 3

export function fittingValue(maker: Maker, name: string, schema: Schema): unknown {
  const { random, known } = maker
  const candidates = known(name, schema)
  const isList = schema.type === 'array'
  if (candidates.length > 0 && !isList && random.chance(KNOWN_CHANCE)) return random.pick(candidates)
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return fittingValue(maker, name, random.pick(schema.anyOf.filter(({ type }) => type !== 'null')))
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'string':
      return getText(maker, schema)
    case 'integer':
    case 'number':
      return getNumber(maker, schema)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'array':
      return getList(maker, name, schema)
    case 'object':
      return getObject(maker, schema)
    default:
      return random.pick([random.integer(0, 9), 'anything', { property: 'Name' }, [1], true])
  }
}

/** The required fields of an object, and some optional ones. */
export function getObject(maker: Maker, { properties, required = [] }: Schema): Record<string, unknown> {
  if (!properties) return looseObject(maker)
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || maker.random.chance(OPTIONAL_CHANCE))
      .map(([name, field]) => [name, fittingValue(maker, name, field)]),
  )
}

/** A map of names to plain values, like a table row. */
function looseObject({ random, known }: Maker): Record<string, unknown> {
  const names = known('property', {})
  const name = names.length > 0 ? String(random.pick(names)) : 'Name'
  return { [name]: random.pick(['Harbour', 7, true, '2026-11-21', ['a', 'b'], null]) }
}

function getList(maker: Maker, name: string, { items = {}, minItems = 0 }: Schema): unknown[] {
  const least = Number(minItems)
  const length = maker.random.integer(least, Math.max(least, MOST_ITEMS))
  return Array.from({ length }, () => fittingValue(maker, name, items))
}

function getNumber({ random }: Maker, { minimum, maximum, type }: Schema): number {
  const least = typeof minimum === 'number' ? minimum : -5
  const most = typeof maximum === 'number' ? maximum : least + 50
  return type === 'number' && random.chance(0.3) ? least + (most - least) * random.next() : random.integer(least, most)
}

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  uri: ['https://cdn.example.com/harbour.jpg', 'https://example.com/?q=%ED%95%9C'],
  email: ['ada@example.com', 'a.b+c@xn--bcher-kva.example'],
  date: ['2026-12-31', '2027-01-15'],
  'date-time': ['2026-11-21T09:00:00Z', '2026-11-21T18:00:00+09:00'],
  uuid: ['0f4c8a52-6f1d-4c59-9a8e-2b7d30c1e5f4'],
}

const WORDS = ['Harbour', '주간 회의', 'a', 'Ünïcödé ✨', 'two  blanks', "it's", '2026', '日本語の題', '👩‍👩‍👧']

function getText({ random }: Maker, schema: Schema): string {
  const { format, minLength = 0, maxLength } = schema
  const named = FORMATS[format ?? '']
  if (named) return random.pick(named)
  const text = textThatMatches(random, getPatterns(schema))
  return text.padEnd(Number(minLength), 'x').slice(0, maxLength === undefined ? undefined : Number(maxLength))
}

/** A schema may have several patterns. A text is generated for one and matches the others only by chance. */
const MOST_TRIES = 100

function textThatMatches(random: Random, patterns: readonly RegExp[]): string {
  const [last] = patterns.slice(-1)
  if (!last) return random.pick(WORDS)
  let text = ''
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    text = getMatch(random, last.source)
    if (patterns.every((pattern) => pattern.test(text))) break
  }
  return text
}

const matching = new Map<string, fc.Arbitrary<string>>()

/** A text that matches a pattern. */
function getMatch(random: Random, pattern: string): string {
  const texts = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
  matching.set(pattern, texts)
  const [text = ''] = fc.sample(texts, { seed: random.integer(0, 2 ** 31), numRuns: 1 })
  return text
}
