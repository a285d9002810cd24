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

interface Found {
  /** How many inputs cause it. */
  inputs: number
  /** One of them. */
  example: string
}

/** Adds the messages about a place of a request. */
function addMessages(found: Map<string, Found>, { id, input, synonyms }: Operation, place: Place): void {
  const schema = input()[place]
  if (!schema) return
  const values = place === 'json' ? VALUES : TEXTS
  // A query, a path and a header are text.
  const toValue = (value: unknown) => (place === 'json' ? value : String(value))
  const example = Object.fromEntries(Object.entries(getExample(schema)).map(([name, value]) => [name, toValue(value)]))
  const send = (field: string, name: string, input: unknown) => {
    const { success, error } = schema.safeParse(input)
    if (success) return
    const whole = place === 'json' ? 'body' : place
    const { message } = describeIssues(error.issues, input, { schema, whole, synonyms })
    const { inputs, example } = found.get(message) ?? { inputs: 0, example: `${id} ${place} ${field}: ${name}` }
    found.set(message, { inputs: inputs + 1, example })
  }
  send('all', 'absent', {})
  if (place === 'json') for (const name of ['null', '[]', 'a word']) send('all', name, values[name])
  for (const field of Object.keys(schema.shape)) {
    const { [field]: _, ...rest } = example
    send(field, 'absent', rest)
    for (const [name, value] of Object.entries(values)) send(field, name, { ...example, [field]: value })
  }
}

const HEAD = `# The messages about wrong input: how many inputs cause each, the message, and one that does.
# Written by npx vitest run --project node test/node/messages.test.ts --update; look at each change before you commit it.

`

it('responds to every wrong input with a message of messages.expected.txt', async () => {
  const found = new Map<string, Found>()
  for (const { operation } of registered(await createApp(platform).allRoutes()))
    for (const place of ['param', 'query', 'header', 'json'] as const) addMessages(found, operation, place)
  const lines = [...found].map(([message, { inputs, example }]) => `${inputs} ${message} <- ${example}\n`)
  await expect(HEAD + lines.join('')).toMatchFileSnapshot('./messages.expected.txt')
})
