/** Exits with 1 and a message for the user. */
export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
