import type { Field, Values } from '../api/accounts.ts'
import { jsonWithin } from './json.ts'
import { unwrapped } from './unwrapped.ts'

/** The names of a field in vendors' messages, ignoring case, spaces, `_` and `-`. */
export type Names = Partial<Record<Field, readonly string[]>>

/** How the value of a field looks, where nothing else looks like it. */
export type Forms = Partial<Record<Field, RegExp>>

export const findByForm = (text: string, forms: Forms): Values =>
  Object.fromEntries(
    Object.entries(forms).flatMap(([field, form]) => {
      const [value] = form.exec(text) ?? []
      return value ? [[field, value]] : []
    }),
  )

/**
 * Finds fields by name: in JSON, and in lines such as `NAME=value`, `name: value` or a name above its value, in English
 * and Korean. The first value of a field is used.
 */
export function labelled(text: string, names: Names): Values {
  const json = jsonWithin(text)
  const pairs = json === undefined ? pairsOfLines(text, names) : pairsOfJson(json)
  const values: Values = {}
  for (const [label, value] of pairs) {
    const field = parseField(label, names)
    if (field && value !== '') values[field] ??= value
  }
  return values
}

function* pairsOfJson(value: unknown): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' || typeof inner === 'number') yield [key, String(inner).trim()]
    else yield* pairsOfJson(inner)
  }
}

function* pairsOfLines(text: string, names: Names): Generator<[string, string]> {
  const lines = text
    // Several on one line: `Vendor ID: A1, Access Key: k`.
    .replaceAll(/[,;]\s+(?=[^:=,;\n]{2,30}[:=：])/g, '\n')
    .split(/\r?\n/)
    .flatMap((line) => cutAtNames(line, names))
    .map((line) => line.trim())
    .filter((line) => line !== '')
  for (const [place, line] of lines.entries()) {
    const [label, value] = cut(line)
    if (value) yield [label, unwrapped(value)]
    else if (parseField(label, names)) yield [label, unwrapped(lines[place + 1] ?? '')]
  }
}

/** How far before its separator a name may start. */
const NAME_LENGTH = 40

/** Several on one line without commas, `업체코드：A1 Access Key: k`: each known name before a separator begins a part. */
function cutAtNames(line: string, names: Names): string[] {
  const starts = [...line.matchAll(/[:=：]/g)].flatMap(({ index }) => {
    const before = line.slice(Math.max(0, index - NAME_LENGTH), index)
    const isName = (label: string) => findField(label.replace(/\([^()]*\)\s*$/, ''), names) !== undefined
    const first = [...before.matchAll(/\S+/g)].find((word) => isName(before.slice(word.index)))
    return first ? index - before.length + first.index : []
  })
  return [0, ...starts].map((start, place) => line.slice(start, starts[place]).replace(/(?<![\s,;/|])[\s,;/|]+$/, ''))
}

/** `1. **Member ID** : value`, `export PAYMENT_HOST="value"`, `$env:PAYMENT_HOST = 'value'`, `| Host | value |` */
function cut(line: string): [label: string, value: string] {
  const bare = line.replace(/^[-*•\d.)\s|]+/, '').replace(/^(?:(?:export|set)\s|\$env:)/, '')
  const place = bare.search(/[:=：\t|]|->/)
  if (place < 0) return [bare, '']
  const [value = ''] = bare
    .slice(place)
    .replace(/^(?:->|.)/, '')
    .split('|')
  return [bare.slice(0, place), value.trim()]
}

const parseField = (label: string, names: Names): Field | undefined => findField(label, names, withoutGreeting(label))

/** The field of a name, with another name in brackets or without. */
function findField(label: string, names: Names, others: readonly string[] = []): Field | undefined {
  const [, before = label, inside = ''] = /^([^()]*)\(([^()]*)\)[\s*]*$/.exec(label) ?? []
  const forms = [label, before, inside, ...others].map(bare)
  const found = Object.entries(names).find(([, known]) => forms.some((form) => known.includes(form)))
  return found?.[0] as Field | undefined
}

/** The last words of `Hello, 업체코드`, the longest first: the name may follow other words. */
function withoutGreeting(label: string): string[] {
  const words = label.split(/\s+/)
  return words.map((_, place) => words.slice(place).join(' ')).filter((part) => /[가-힣]/.test(label) && part !== label)
}

const bare = (label: string) => label.toLowerCase().replaceAll(/[\s_\-.*:："'`]/g, '')
