import { integerText } from './json-text.ts'
import { asBytes, bodySchema, type Mutation, type Parts } from './parts.ts'
import type { Random } from './random.ts'
import { PINNED } from './target.ts'

const nested = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : [nested(depth - 1, inner)])

/** Values that no field expects. Each is created when needed, because some are large. */
const ODD_VALUES: readonly (() => unknown)[] = [
  () => null,
  () => '',
  () => ' ',
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => integerText('9007199254740993'),
  () => integerText('9'.repeat(40)),
  () => true,
  () => 'true',
  () => [],
  () => {},
  () => [null],
  () => [[[]]],
  () => ({ a: { b: { c: null } } }),
  () => nested(2000, 'deep'),
  () => 'x'.repeat(100_000),
  () => '한글과 emoji 👩‍👩‍👧 together',
  () => '\u0000\u0001\u001f\u007f\u0085\u2028',
  () => '\ud800',
  () => '\u202edrow\u202c',
  () => 'line\r\nbreak',
  () => JSON.parse('{"__proto__": {"polluted": true}}'),
  () => ({ constructor: { prototype: { polluted: true } }, toString: 1 }),
  () => '../../../user/me',
  () => 'http://127.0.0.1:1/',
  () => 'javascript:alert(1)',
  () => "'; drop table bills; --",
  () => '{{7*7}}%s%n',
  () => '2026-13-45',
  () => '2026-11-21T09:00:00+09:00',
  () => 1795138920,
]

const hasBody = ({ operation }: Parts) => bodySchema(operation) !== undefined
const required = ({ operation }: Parts) => bodySchema(operation)?.required ?? []
const fields = ({ json }: Parts) => (typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {})

const mutable = ({ operation }: Parts) =>
  Object.keys(bodySchema(operation)?.properties ?? {}).filter((name) => !(name in PINNED))

/** Spoils a field of the body, or of an object in its lists. */
function spoil(parts: Parts, random: Random, value: unknown): void {
  const name = random.pick(mutable(parts))
  const own = fields(parts)[name]
  if (Array.isArray(own) && own.length > 0 && random.chance(0.5)) {
    const item = random.pick(own)
    const inner = typeof item === 'object' && item !== null ? Object.keys(item) : []
    if (inner.length > 0) (item as Record<string, unknown>)[random.pick(inner)] = value
    else own[0] = value
  } else {
    parts.json = { ...fields(parts), [name]: value }
  }
}

/** Anything but a JSON object. */
const NO_OBJECT = ['[]', '[{}]', 'null', '"text"', '7', 'true']
const NO_JSON = ['{', '{"a":', '{]', 'undefined', 'NaN', "{'a':1}", '{"a":1}{"b":2}', '{"a":1,}', '{"a":01}', '[', '\\']

export const bodyMutations: readonly Mutation[] = [
  {
    name: 'odd value in the body',
    applies: (parts) => hasBody(parts) && mutable(parts).length > 0,
    apply: (parts, random) => void spoil(parts, random, random.pick(ODD_VALUES)()),
  },
  {
    name: 'required field left out',
    applies: (parts) => required(parts).length > 0,
    apply: (parts, random) => {
      const name = random.pick(required(parts))
      parts.json = Object.fromEntries(Object.entries(fields(parts)).filter(([other]) => other !== name))
      return [400]
    },
  },
  {
    name: 'unknown field in the body',
    applies: () => true,
    apply: (parts, random) => {
      const name = random.pick(['unknown', 'constructor', 'toString', 'hasOwnProperty', '', 'x'.repeat(2000)])
      const value = random.pick(ODD_VALUES)()
      parts.json = { ...fields(parts), [name]: value }
      // The document allows others where they are passed on: of any type, or of those of columns.
      const { additionalProperties = false } = bodySchema(parts.operation) ?? {}
      const isOpen = additionalProperties !== false
      // A large value is refused by its size, where a body is small.
      return isOpen || value === undefined ? undefined : [400, 413]
    },
  },
  {
    name: 'no JSON',
    applies: hasBody,
    apply: (parts, random) => {
      parts.raw = Buffer.from(random.pick([...NO_JSON, ...NO_OBJECT]))
      return [400]
    },
  },
  {
    name: 'odd bytes as body',
    applies: hasBody,
    apply: (parts, random) => {
      const text = random.pick([
        '',
        ' ',
        '{}',
        '\ufeff{}',
        asBytes('{"a":"\u00ff"}'),
        '['.repeat(50_000),
        '{"a":'.repeat(20_000),
      ])
      parts.raw = Buffer.from(text, 'latin1')
      return undefined
    },
  },
  {
    name: 'a chunked body',
    applies: hasBody,
    apply: (parts) => {
      parts.chunked = true
      return undefined
    },
  },
]

/** Expensive, so it is chosen less often. */
export const largeBody: Mutation = {
  name: 'a body over 1 MiB',
  applies: hasBody,
  apply: (parts, random) => {
    parts.raw = Buffer.from(JSON.stringify(fields(parts)).padEnd(1024 * 1024 + random.integer(1, 9)))
    parts.chunked = random.chance(0.5)
    return [413]
  },
}
