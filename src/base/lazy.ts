/**
 * Builds a value at its first use and keeps it. Schemas are built this way, because the first caller of an isolate waits
 * for whatever its modules build at start, and most calls need few schemas.
 */
export function lazy<Value>(build: () => Value): () => Value {
  let built: Value | undefined
  return () => {
    built ??= build()
    return built
  }
}
