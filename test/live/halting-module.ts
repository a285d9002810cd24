/** Where a halted gateway reports the step that it stopped at, as the path, and waits for an answer. */
export const HALTED_HOST = 'halted.test'

/**
 * Wraps the built Worker and halts the rotation of a key: before each KV write and each call of EVENTS, and before its
 * response. The Worker itself is not changed.
 *
 * @param step the step to halt at, from 1
 */
export const haltingModule =
  (step: number) =>
  (inner: string): string =>
    `
import built from '${inner}'
export * from '${inner}'

let steps = 0
async function reach(name) {
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

export default {
  ...built,
  async fetch(request, env, context) {
    if (!new URL(request.url).pathname.endsWith('/roll')) return built.fetch(request, env, context)
    const EVENTS = {
      idFromName: (name) => env.EVENTS.idFromName(name),
      getByName: (name) => stepping(env.EVENTS.getByName(name), ['keyRolled', 'keyChanged']),
    }
    const answer = await built.fetch(request, { ...env, STORE: stepping(env.STORE, ['put', 'delete']), EVENTS }, context)
    await reach('answer')
    return answer
  },
}
`
