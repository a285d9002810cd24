import type { Json } from '../json-schema.ts'

const SMALL = new Set('a an and as at but by for if in nor of on or per so than that the to up via with'.split(' '))
const UPPER = new Set('api ai id ids json url csv'.split(' '))

/** The words of a field's name, in the case that n8n wants for labels: `File IDs` for `file_ids`. */
export const toLabel = (name: string): string =>
  toTitle(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .split(/[_\s-]+/)
      .join(' '),
  )

export const toTitle = (text: string): string =>
  text
    .split(' ')
    .map((word, index, words) => {
      const lower = word.toLowerCase()
      if (UPPER.has(lower)) return lower === 'ids' ? 'IDs' : lower.toUpperCase()
      return index > 0 && index < words.length - 1 && SMALL.has(lower)
        ? lower
        : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')

/** A description as n8n wants it: a capital first letter, and a final period only behind several sentences. */
export function toDescription(text: string): string {
  const plain = text
    .replaceAll('\n', ' ')
    .replaceAll(/\b(id|url|json)(s?)\b/gi, (_, word: string, plural: string) => word.toUpperCase() + plural)
    .replaceAll('<br>', 'a line break')
    .replace(/\.$/, '')
  const capital = plain.charAt(0).toUpperCase() + plain.slice(1)
  return capital.includes('. ') ? `${capital}.` : capital
}

/** Whether a description says no more than the label. */
export const isSame = (description: string, label: string): boolean =>
  description.replace(/^(The|An?) /, '').toLowerCase() === label.toLowerCase()

/** A JSON value as TypeScript, with names of fields as n8n's linter reads them: without quotes. */
export function toTypeScript(value: Json, indent = ''): string {
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    if (value.every((item) => typeof item !== 'object' || item === null))
      return `[${value.map((item) => toTypeScript(item)).join(', ')}]`
    return `[\n${value.map((item) => `${inner}${toTypeScript(item, inner)},\n`).join('')}${indent}]`
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0) return '{}'
    return `{\n${entries.map(([name, item]) => `${inner}${toKey(name)}: ${toTypeScript(item, inner)},\n`).join('')}${indent}}`
  }
  return typeof value === 'string' ? toText(value) : JSON.stringify(value)
}

const toKey = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : toText(name))

const toText = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
