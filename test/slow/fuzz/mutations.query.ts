import { type Mutation, type Parts, parametersIn } from './parts.ts'

/** Encoded values. */
const ODD_VALUES = [
  '',
  '%20',
  'abc',
  '-1',
  '0',
  '1.5',
  '1e3',
  '0x10',
  '9'.repeat(30),
  '9007199254740993',
  '999999999999999',
  '1795138920',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'TRUE',
  'yes',
  '[]',
  '%7B%22a%22%3A1%7D',
  '%00',
  '%0d%0a',
  '%',
  '%zz',
  '%ED%95%9C%EA%B8%80',
  '%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9',
  '%E0%A4%A',
  '%ED%A0%80',
  'a'.repeat(5000),
  '..%2f..%2f',
  "'%20or%201=1",
  '2026-13-45',
  ',,,',
  '+',
  '%26admin=1',
  '__proto__',
]

const names = ({ operation }: Parts) => parametersIn(operation, 'query').map(({ name }) => name)
const hasQuery = (parts: Parts) => names(parts).length > 0

/** OpenAPI has no word for a query that takes other parameters. */
const isOpen = ({ operation }: Parts) => operation.description.includes('Other parameters are ignored')

export const queryMutations: readonly Mutation[] = [
  {
    name: 'odd query value',
    applies: hasQuery,
    apply: (parts, random) => {
      const name = random.pick(names(parts))
      parts.query = [...parts.query.filter(([other]) => other !== name), [name, random.pick(ODD_VALUES)]]
      return undefined
    },
  },
  {
    name: 'repeated query parameter',
    applies: hasQuery,
    apply: (parts, random) => {
      const name = random.pick(names(parts))
      parts.query = [...parts.query, [name, random.pick(ODD_VALUES)], [name, random.pick(ODD_VALUES)]]
      return undefined
    },
  },
  {
    name: 'required query parameter left out',
    applies: ({ operation }) => parametersIn(operation, 'query').some(({ required }) => required),
    apply: (parts) => {
      parts.query = []
      return [400]
    },
  },
  {
    name: 'unknown query parameter',
    applies: () => true,
    apply: (parts, random) => {
      const name = random.pick(['unknown', 'constructor', 'limit[]', '%5B%5D', 'a'.repeat(3000)])
      parts.query = [...parts.query, [name, random.pick(ODD_VALUES)]]
      return isOpen(parts) ? undefined : [400]
    },
  },
  {
    name: 'query parameter that is ignored',
    applies: () => true,
    apply: (parts, random) => {
      const name = random.pick(['_', '_t', 'utm_source', '__proto__', ''])
      parts.query = [...parts.query, [name, random.pick(ODD_VALUES)]]
      return undefined
    },
  },
]
