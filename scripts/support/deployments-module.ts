import { OBJECTS } from './workerd.ts'

/** Selects a request's deployment, and marks the calls that it makes. */
export const DEPLOYMENT_HEADER = 'X-Test-Deployment'
/** The settings of the deployment, as JSON. They override the settings of the Worker. */
export const SETTINGS_HEADER = 'X-Test-Settings'

/**
 * Wraps the built Worker and makes one isolate many deployments. Each has its own settings, STORE, Durable Objects and
 * caches, and all its upstream calls contain its name. Starting hundreds of separate Workers would take minutes.
 */
export const deploymentsModule = (inner: string): string => `
import { AsyncLocalStorage } from 'node:async_hooks'
import worker from '${inner}'
import * as own from '${inner}'
export * from '${inner}'

const deployment = new AsyncLocalStorage()
const environments = new Map()

const goOut = globalThis.fetch
globalThis.fetch = (input, init = {}) => {
  const headers = new Headers(init.headers)
  headers.set('${DEPLOYMENT_HEADER}', deployment.getStore() ?? '')
  return goOut(input, { ...init, headers })
}

const toStore = (store, name) => ({
  get: (key, ...rest) => store.get(name + '/' + key, ...rest),
  put: (key, ...rest) => store.put(name + '/' + key, ...rest),
  delete: (key) => store.delete(name + '/' + key),
  list: async ({ prefix = '', ...rest } = {}) => {
    const page = await store.list({ ...rest, prefix: name + '/' + prefix })
    return { ...page, keys: page.keys.map((key) => ({ ...key, name: key.name.slice(name.length + 1) })) }
  },
})

const toObjects = (objects, name) => ({
  getByName: (id, ...rest) => objects.getByName(name + '|' + id, ...rest),
  idFromName: (id) => objects.idFromName(name + '|' + id),
})

function toEnvironment(name, env, settings) {
  if (!environments.has(name)) {
    const objects = ${JSON.stringify(Object.keys(OBJECTS))}.map((binding) => [binding, toObjects(env[binding], name)])
    environments.set(name, {
      ...env,
      ...JSON.parse(settings),
      STORE: toStore(env.STORE, name),
      ...Object.fromEntries(objects),
    })
  }
  return environments.get(name)
}

function ofDeployments(Own) {
  const getName = ({ id }) => (id.name ?? '').split('|')[0]
  class Scoped extends Own {
    constructor(ctx, env) {
      super(ctx, environments.get(getName(ctx)) ?? env)
    }
  }
  for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Own.prototype))) {
    if (method === 'constructor' || typeof value !== 'function') continue
    Scoped.prototype[method] = function (...input) {
      return deployment.run(getName(this.ctx), () => value.apply(this, input))
    }
  }
  return Scoped
}

${Object.values(OBJECTS)
  .map((name) => `const Scoped${name} = ofDeployments(own.${name})\nexport { Scoped${name} as ${name} }`)
  .join('\n')}

export default {
  ...worker,
  fetch(request, env, context) {
    const name = request.headers.get('${DEPLOYMENT_HEADER}') ?? ''
    const settings = request.headers.get('${SETTINGS_HEADER}') ?? '{}'
    return deployment.run(name, () => worker.fetch(request, toEnvironment(name, env, settings), context))
  },
}
`
