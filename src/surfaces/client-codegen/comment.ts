import type { Json, JsonSchema } from '../json-schema.ts'

/**
 * The documentation comment of a field: its description, bounds, default and an example. Empty when nothing is known.
 */
export function formatComment(schema: JsonSchema, indent: string): string {
  const { description, minimum, maximum, default: initial, example } = schema
  const bounds = [
    ...(typeof minimum === 'number' ? [`at least ${minimum}`] : []),
    ...(typeof maximum === 'number' ? [`at most ${maximum}`] : []),
  ]
  return formatCommentBlock(
    [
      ...(description === undefined ? [] : [sentence(description)]),
      ...(bounds.length > 0 ? [sentence(bounds.join(', '))] : []),
      ...tagged('default', initial),
      ...tagged('example', example),
    ],
    indent,
  )
}

const tagged = (tag: string, value: Json | undefined) =>
  value === undefined || value === '' ? [] : [`@${tag} ${JSON.stringify(value)}`]

/** Text with a capital first letter, unless that is the name of a field, and a period at the end. */
export const sentence = (text: string) => {
  const capital = /^[a-z]+[ ,.;:]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

/** A documentation comment with these lines and a line break. Empty without lines. */
export function formatCommentBlock(lines: readonly string[], indent: string): string {
  const safe = lines.flatMap((line) => line.replaceAll('*/', '*\\/').split('\n'))
  if (safe.length === 0) return ''
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
