import type { Settings } from './settings.ts'

type Scalar = string | number | bigint | boolean | null | undefined

/**
 * What an isolate may keep from one request to the next: data. A stub, a stream, a signal, a promise or a closure of a
 * request turns into a type that it is no value of, so that code which would keep one does not compile: the runtime
 * refuses them to every other request.
 */
export type Plain<Value> = Value extends Scalar | Headers | URL
  ? Value
  : Value extends (...input: never[]) => unknown
    ? never
    : Value extends ReadonlyMap<infer Key, infer Member>
      ? Value extends Map<Key, Member>
        ? Map<Plain<Key>, Plain<Member>>
        : ReadonlyMap<Plain<Key>, Plain<Member>>
      : Value extends ReadonlySet<infer Member>
        ? Value extends Set<Member>
          ? Set<Plain<Member>>
          : ReadonlySet<Plain<Member>>
        : { [Name in keyof Value]: Plain<Value[Name]> }

/** What an isolate remembers between requests: kept per deployment settings, bounded by the one who keeps it. */
export function remembered<Memory>(create: () => Memory & Plain<Memory>): (settings: Settings) => Memory {
  const memories = new WeakMap<Settings, Memory>()
  return (settings) => {
    let memory = memories.get(settings)
    if (!memory) {
      memory = create()
      memories.set(settings, memory)
    }
    return memory
  }
}
