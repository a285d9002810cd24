import { type Body, EVENT, type Path, type Text, type Value, writeBody } from './program.ts'

/** The syntax of a language for the values of a program. */
interface Language {
  /** A text as a literal. */
  quote: (text: string) => string
  /** The answer to a request, or the event. */
  read: (from: string, path: Path) => string
  or: (value: string, other: string) => string
  count: (list: string) => string
  each: (list: string, field: string) => string
  yesterday: string
  /** The value in a sequence with texts. */
  joined: (value: string) => string
  name: (key: string) => string
}

export function writeValue(language: Language, value: Value): string {
  if ('day' in value) return language.yesterday
  if ('literal' in value) return language.quote(value.literal)
  const found = language.read(value.from, value.path)
  if ('list' in value) return value.isCount ? language.count(found) : language.each(found, value.list)
  return value.or === undefined ? found : language.or(found, writeValue(language, value.or))
}

/** An expression that is the text. */
export function writeText(language: Language, parts: Text): string {
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object') return writeValue(language, only.value)
  return parts
    .map((part) =>
      typeof part === 'string' ? language.quote(part) : language.joined(writeValue(language, part.value)),
    )
    .join(' + ')
}

/** An expression for the object. With the spaces, n8n does not read }} as the end of the expression. */
export const writeObject = (language: Language, body: Body): string =>
  writeBody(
    {
      text: (parts) => writeText(language, parts),
      object: (entries) => `{ ${entries.map(([name, written]) => `${language.name(name)}: ${written}`).join(', ')} }`,
    },
    body,
  )

const quote = (text: string) => JSON.stringify(text)

/** Each step may be missing. */
const members = (path: Path) =>
  path
    .map((name) => (typeof name === 'number' ? `?.[${name}]` : /^\w+$/.test(name) ? `?.${name}` : `?.[${quote(name)}]`))
    .join('')

const SCRIPT = {
  quote,
  or: (value: string, other: string) => `(${value} || ${other})`,
  count: (list: string) => `${list}.length`,
  each: (list: string, field: string) => `${list}.map((one) => one.${field}).join(', ')`,
  joined: (value: string) => value,
  name: (key: string) => (/^\w+$/.test(key) ? key : quote(key)),
}

/** A script: each answer is a constant with the name of its request. */
export const JAVASCRIPT: Language = {
  ...SCRIPT,
  read: (from, path) => from + members(path).replace('?.', '.'),
  yesterday: 'yesterday',
}

/** An expression of n8n: each answer is the output of the node with that name. */
export const N8N: Language = {
  ...SCRIPT,
  read: (from, path) => `$(${quote(from)}).first().json${from === EVENT ? '.body' : ''}${members(path)}`,
  yesterday: `$now.setZone('Asia/Seoul').minus({ days: 1 }).toFormat('yyyy-MM-dd')`,
}

export const PYTHON: Language = {
  quote,
  read: (from, path) => `pick(${[from, ...path.map((name) => JSON.stringify(name))].join(', ')})`,
  or: (value, other) => `(${value} or ${other})`,
  count: (list) => `len(${list})`,
  each: (list, field) => `", ".join(str(one[${quote(field)}]) for one in ${list})`,
  yesterday: 'yesterday',
  joined: (value) => `str(${value})`,
  name: quote,
}
