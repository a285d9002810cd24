import type { Settings } from './settings.ts'

type Scalar = string | number | bigint | boolean | null | undefined

/**
 * What an isolate may keep from one request to the next: plain data. The runtime refuses a stub, a stream, a signal, a
 * promise or a closure of one request to every other, so this type maps them to `never`, and code that would keep one
 * does not compile.
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

/** A memory of the isolate, one for each deployment's settings. Whoever fills it bounds its size. */
export function perIsolateCache<Memory>(create: () => Memory & Plain<Memory>): (settings: Settings) => Memory {
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
