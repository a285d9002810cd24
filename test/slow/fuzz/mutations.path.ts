import { asBytes, type Mutation, type Parts } from './parts.ts'

/** Encoded ids that must not get into a product's URL. */
const HOSTILE_IDS = [
  '.',
  '..',
  '%2e%2e',
  '%2E%2E%2Fuser%2Fme',
  '%252e%252e%252f',
  'a%2Fb',
  'a/b',
  'a%5Cb',
  'a\\b',
  '..;',
  '%00',
  'a%00b',
  '%0d%0aX-Injected:%20yes',
  'a%0Ab',
  '%ED%95%9C%EA%B8%80',
  asBytes('한글'),
  '%F0%9F%91%A9',
  '%E0%A4%A',
  '%',
  '%zz',
  'a%20b',
  'a+b',
  'a;b=c',
  'a%3Fb=1',
  'a%23b',
  'a@b.example',
  '{id}',
  ':id',
  '*',
  '%2a',
  "'or'1'='1",
  '%3Cscript%3E',
  '__proto__',
  'constructor',
  'null',
  '0',
  '-1',
  'NaN',
  '9007199254740993',
  'x'.repeat(128),
  'x'.repeat(129),
  'x'.repeat(6000),
]

const hasParameter = ({ parameters }: Parts) => parameters.length > 0
const always = () => true

/** Replaces a parameter in the path. */
const replaceParameter = (parts: Parts, text: string) => {
  const [value = ''] = parts.parameters
  parts.path = parts.path.replace(`/${value}`, `/${text}`)
}

export const pathMutations: readonly Mutation[] = [
  {
    name: 'hostile id',
    applies: hasParameter,
    apply: (parts, random) => void replaceParameter(parts, random.pick(HOSTILE_IDS)),
  },
  {
    name: 'reserved word as id',
    applies: hasParameter,
    apply: (parts, random) => void replaceParameter(parts, random.pick(parts.plan.words)),
  },
  {
    name: 'empty id',
    applies: hasParameter,
    apply: (parts) => void replaceParameter(parts, ''),
  },
  {
    name: 'shape of the path',
    applies: always,
    apply: (parts, random) => {
      const { path } = parts
      parts.path = random.pick([
        `${path}/`,
        path.replaceAll('/', '//'),
        `${path}/unknown`,
        path.replace(/[^/]+$/, ''),
        path.replace('/v1/', '/v2/').replace(/^\/api\/v2\/(workspace\/data-source)/, '/api/v1/$1'),
        path.replace('/v1/', '/v3/'),
        path.toUpperCase(),
        `${path}/..`,
        path.replace(/^\/api/, '/x/..%2f/api'),
        `${path}%2F`,
        `${path};a=b`,
        path.replace(/[aeiou]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
        `${path}.json`,
        `/.${path}`,
        `/${path}`,
      ])
      return undefined
    },
  },
]
