import { asBytes, bodySchema, isOpen, type Mutation, type Parts, parametersIn } from './parts.ts'

const isKeyed = ({ operation }: Parts) => !isOpen(operation)
/** What belongs to the gateway itself looks only into the groups that the key opens. */
const isForEveryKey = ({ operation }: Parts) => operation.tags.includes('gateway')
const hasBody = ({ operation }: Parts) => bodySchema(operation) !== undefined

const setKey = ({ headers }: Parts, key: string | undefined) => {
  delete headers['X-API-KEY']
  if (key !== undefined) headers['X-API-KEY'] = key
}

/** A key in the right format with a wrong checksum. */
const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')

/** The headers that identify an operation's account. */
const accountHeaders = ({ headers, operation }: Parts) =>
  parametersIn(operation, 'header').flatMap(({ name }) => (name in headers ? [name] : []))

const WRONG_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json']
const JSON_TYPES = [
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'application/json;',
]

export const headerMutations: readonly Mutation[] = [
  {
    name: 'wrong key',
    applies: isKeyed,
    apply: (parts, random) => {
      const { pro, basic, expired } = parts.plan.target.keys
      const wrong = [
        'wrong-key',
        '',
        `${pro} x`,
        pro.slice(0, -1),
        asBytes('키'),
        `"${pro}"`,
        'x'.repeat(5000),
        undefined,
      ]
      if (basic) wrong.push(mistyped(basic))
      if (expired) wrong.push(expired)
      setKey(parts, random.pick(wrong))
      return [401]
    },
  },
  {
    name: 'key as Bearer',
    applies: isKeyed,
    apply: (parts) => {
      setKey(parts, undefined)
      parts.headers.Authorization = `Bearer ${parts.plan.target.keys.pro}`
      return [401]
    },
  },
  {
    name: 'key of a lower licence',
    applies: (parts) => isKeyed(parts) && parts.plan.target.keys.basic !== undefined,
    apply: (parts) => {
      setKey(parts, parts.plan.target.keys.basic)
      return parts.operation['x-tier'].startsWith('pro') ? [400, 403] : undefined
    },
  },
  {
    name: 'key of the payment licence',
    applies: (parts) => isKeyed(parts) && parts.plan.target.keys.payment !== undefined,
    apply: (parts) => {
      setKey(parts, parts.plan.target.keys.payment)
      return parts.operation.tags.includes('payment') || isForEveryKey(parts) ? undefined : [400, 403]
    },
  },
  {
    name: 'key of one group',
    applies: (parts) => isKeyed(parts) && parts.plan.target.keys.scoped !== undefined,
    apply: (parts) => {
      const { scoped } = parts.plan.target.keys
      setKey(parts, scoped?.key)
      return parts.operation.tags.includes(scoped?.group ?? '') || isForEveryKey(parts) ? undefined : [403]
    },
  },
  {
    name: 'another content type',
    applies: hasBody,
    apply: (parts, random) => {
      parts.headers['Content-Type'] = random.pick(WRONG_TYPES)
      return [415]
    },
  },
  {
    name: 'a content type that is JSON, or none',
    applies: hasBody,
    apply: (parts, random) => {
      delete parts.headers['Content-Type']
      const type = random.pick([...JSON_TYPES, undefined])
      if (type !== undefined) parts.headers['Content-Type'] = type
      return undefined
    },
  },
  {
    name: 'account header left out',
    applies: (parts) => accountHeaders(parts).length > 0,
    apply: (parts, random) => void delete parts.headers[random.pick(accountHeaders(parts))],
  },
  {
    name: 'odd account header',
    applies: (parts) => accountHeaders(parts).length > 0,
    apply: (parts, random) => {
      const value = random.pick([
        '',
        'false',
        '1',
        'x;y',
        'a,b',
        asBytes('한글'),
        'x'.repeat(5000),
        '../../..',
        'ntn_none',
      ])
      parts.headers[random.pick(accountHeaders(parts))] = value
      return undefined
    },
  },
  {
    name: 'accounts mixed up',
    applies: ({ operation, plan }) => plan.target.accounts.length > 0 && parametersIn(operation, 'header').length > 0,
    apply: ({ headers, plan }, random) => void Object.assign(headers, random.pick(plan.target.accounts)),
  },
]
