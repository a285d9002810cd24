import type { Json, JsonSchema } from '../json-schema.ts'

/** The documentation comment of a field: what it is, its bounds, its default and an example; `` when nothing is known. */
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

/** Words with a capital at their begin, unless that is the name of a field, and a full stop at their end. */
export const sentence = (text: string) => {
  const capital = /^[a-z]+[ ,.;:]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

/** A documentation comment of these lines, with a line end; `` without lines. */
export function formatCommentBlock(lines: readonly string[], indent: string): string {
  const safe = lines.flatMap((line) => line.replaceAll('*/', '*\\/').split('\n'))
  if (safe.length === 0) return ''
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
