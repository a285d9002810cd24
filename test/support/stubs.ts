type Call = (...input: never[]) => unknown

/**
 * A stub of an object, in which a test replaces calls.
 *
 * @param calls by the name of the method, such as `keep`, or of the part and its method, such as `sessions.find`
 */
export function replaceCalls<Stub extends object>(stub: Stub, calls: Readonly<Record<string, Call>>): Stub {
  const ofPart = (part: string) =>
    Object.fromEntries(
      Object.entries(calls).flatMap(([name, call]) => {
        const [owner, method] = name.split('.')
        return owner === part && method !== undefined ? [[method, call]] : []
      }),
    )
  return new Proxy(stub, {
    get(target, name) {
      const replaced = calls[String(name)]
      if (replaced) return replaced
      const value: unknown = Reflect.get(target, name)
      const methods = ofPart(String(name))
      if (Object.keys(methods).length === 0) return value
      return new Proxy(value as object, { get: (part, method) => methods[String(method)] ?? Reflect.get(part, method) })
    },
  })
}

/** The same stub, with a callback for each call of a method, also of a part: `sessions.find`. */
export function hearCalls<Stub extends object>(stub: Stub, hear: (method: string, input: unknown[]) => void): Stub {
  return new Proxy(stub, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return new Proxy(value, {
        apply(method, _, input) {
          hear(String(name), input)
          return Reflect.apply(method, target, input)
        },
        // A part of the object. Over RPC it looks like a method until it is called.
        get: (part, method) => {
          const call: unknown = Reflect.get(part, method)
          if (typeof call !== 'function') return call
          return (...input: unknown[]) => {
            hear(`${String(name)}.${String(method)}`, input)
            return Reflect.apply(call, part, input)
          }
        },
      })
    },
  })
}
