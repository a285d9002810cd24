/**
 * Builds a value at its first use and keeps it. Schemas are built this way: a Worker's start is paid for by whoever
 * calls first, and most calls need few of them.
 */
export function once<Value>(build: () => Value): () => Value {
  let built: Value | undefined
  return () => {
    built ??= build()
    return built
  }
}
