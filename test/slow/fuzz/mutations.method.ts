import type { Mutation } from './parts.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

export const methodMutations: readonly Mutation[] = [
  {
    name: 'another method',
    applies: () => true,
    apply: (parts, random) => {
      const { plan, operation } = parts
      const known = plan.methods.get(operation.path) ?? []
      parts.method = random.pick(METHODS.filter((method) => method !== parts.method))
      return known.includes(parts.method) ? undefined : [405]
    },
  },
  {
    name: 'preflight',
    applies: () => true,
    apply: (parts, random) => {
      const { allowedOrigin = 'https://app.example.test' } = parts.plan.target
      parts.headers.Origin = random.pick([allowedOrigin, 'https://elsewhere.example', 'null'])
      parts.headers['Access-Control-Request-Method'] = parts.method
      parts.headers['Access-Control-Request-Headers'] = 'x-api-key,content-type'
      parts.method = 'OPTIONS'
      parts.json = undefined
      return [204]
    },
  },
]
