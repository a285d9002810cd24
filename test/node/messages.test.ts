import { expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { describeIssues } from '../../src/gateway/http/validate.ts'
import type { Inputs, Operation } from '../../src/gateway/operation-type.ts'
import { getExample } from '../../src/openapi/operation.ts'
import { registered } from '../../src/openapi/registered.ts'

type Place = keyof Inputs

const LONG = 'x'.repeat(70_000)

/** What replaces a field. A query, a path and a header hold text only. */
const TEXTS: Readonly<Record<string, string>> = {
  ...{ 'a word': 'no-such-word', 'an odd text': '../ä b', 'a long text': LONG, 'a blank': ' ', 'an empty text': '' },
  ...{
    'a minus': '-7',
    'a fraction': '1.5',
    'a large number': '99999999999999999999',
    'a date': '2026-13-45',
    seconds: '1795138920',
  },
}
const VALUES: Readonly<Record<string, unknown>> = {
  ...TEXTS,
  ...{ null: null, true: true, '0': 0, '-7': -7, '1.5': 1.5, '1e15': 1e15 },
  ...{ '[]': [], '[null]': [null], '[1]': [1], "['']": [''], "['a','a']": ['a', 'a'], '[{}]': [{}] },
  ...{
    '1,001 items': Array.from({ length: 1001 }, () => ({})),
    '{}': {},
    '{x: 1}': { x: 1 },
    '{type: x}': { type: 'x', x: {} },
  },
}

/** Each message about a place of a request, with the inputs that cause it. */
async function messagesOf({ input, synonyms }: Operation, place: Place): Promise<string[]> {
  const schema = input()[place]
  if (!schema) return []
  const values = place === 'json' ? VALUES : TEXTS
  // A query, a path and a header are text.
  const toValue = (value: unknown) => (place === 'json' ? value : String(value))
  const example = Object.fromEntries(Object.entries(getExample(schema)).map(([name, value]) => [name, toValue(value)]))
  const found = new Map<string, Map<string, string[]>>()
  const send = async (field: string, name: string, input: unknown) => {
    const { success, error } = schema.safeParse(input)
    if (success) return
    const whole = place === 'json' ? 'body' : place
    const { message } = await describeIssues(error.issues, input, { schema, whole, synonyms })
    const fields = found.get(message) ?? new Map<string, string[]>()
    found.set(message, fields.set(field, [...(fields.get(field) ?? []), name]))
  }
  await send('all', 'absent', {})
  if (place === 'json') for (const name of ['null', '[]', 'a word']) await send('all', name, values[name])
  for (const field of Object.keys(schema.shape)) {
    const { [field]: _, ...rest } = example
    await send(field, 'absent', rest)
    for (const [name, value] of Object.entries(values)) await send(field, name, { ...example, [field]: value })
  }
  const formatNames = (names: readonly string[]) =>
    names.length === Object.keys(values).length ? 'each value' : names.join(', ')
  return [...found].map(
    ([message, fields]) =>
      `  ${place}: ${message}\n${[...fields].map(([field, names]) => `    ${field}: ${formatNames(names)}\n`).join('')}`,
  )
}

it('responds to every wrong input with the message of messages.expected.txt', async () => {
  const lines: string[] = []
  for (const { operation } of registered(await createApp(platform).allRoutes())) {
    const messages: string[] = []
    for (const place of ['param', 'query', 'header', 'json'] as const)
      messages.push(...(await messagesOf(operation, place)))
    if (messages.length > 0) lines.push(`${operation.id}\n`, ...messages)
  }
  await expect(lines.join('')).toMatchFileSnapshot('./messages.expected.txt')
})
