import type { Settings } from './settings.ts'

type Scalar = string | number | bigint | boolean | null | undefined

/**
 * The plain data that an isolate may cache between requests. The runtime does not allow a request to use a stub,
 * stream, signal, promise or closure of another request. So this type maps them to `never`, and code that would cache
 * one does not compile.
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

/** A per-isolate cache, separate for each deployment's settings. The code that fills it limits its size. */
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
