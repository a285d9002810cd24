/** Where a halted gateway reports the step that it stopped at, as the path, and waits for an answer. */
export const HALTED_HOST = 'halted.test'
/** A request with this header halts. */
export const HALT_HEADER = 'X-Test-Halt'

/**
 * Wraps the built Worker and halts a change in ACCESS, before each write of STORE and each call of EVENTS, and
 * a request before its response. The Worker itself is not changed.
 *
 * @param step the step to halt at, from 1
 */
export const haltingModule =
  (step: number) =>
  (inner: string): string =>
    `
import built, { Access as BuiltAccess } from '${inner}'
export * from '${inner}'

let isHalting = false
let steps = 0
async function reach(name) {
  if (!isHalting) return
  steps += 1
  if (steps !== ${step}) return
  await fetch('https://${HALTED_HOST}/' + name)
}

const stepping = (target, names) =>
  new Proxy(target, {
    get(_, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (!names.includes(name)) return (...input) => value.apply(target, input)
      return async (...input) => {
        await reach(name)
        return target[name](...input)
      }
    },
  })

export class Access extends BuiltAccess {
  constructor(ctx, env) {
    const STORE = stepping(env.STORE, ['put', 'delete'])
    const EVENTS = { getByName: (name) => stepping(env.EVENTS.getByName(name), ['keyRolled', 'keyChanged', 'keep']) }
    super(ctx, { ...env, STORE, EVENTS })
  }
}

export default {
  ...built,
  async fetch(request, env, context) {
    isHalting = request.headers.has('${HALT_HEADER}')
    const answer = await built.fetch(request, env, context)
    await reach('answer')
    return answer
  },
}
`
