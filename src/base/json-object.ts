/** A JSON object, as opposed to an array, null or a scalar. */
export type JsonObject = { readonly [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member of a value that may be an object. Inherited members are ignored. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** A non-empty string member. Undefined for anything else. */
export function textMember(value: unknown, key: string): string | undefined {
  const found = member(value, key)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** How deep JSON input may be nested. None of the gateway's inputs is close to it, and the stack allows much more. */
export const DEEPEST_JSON = 64

/** Whether the value is nested deeper than this many levels. */
export const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)))
