/**
 * Builds a value at its first use and caches it. Schemas are built this way, because the first caller of an isolate
 * waits for everything that modules build at start-up, and most calls need few schemas.
 */
export function lazy<Value>(build: () => Value): () => Value {
  let built: Value | undefined
  return () => {
    built ??= build()
    return built
  }
}

/**
 * Loads a module at its first use. It keeps the module and not the promise, because an object must not wait for what another
 * one loads.
 */
export function lazyModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Module | undefined
  return async () => {
    loaded ??= await load()
    return loaded
  }
}
