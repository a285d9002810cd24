/** A JSON object, as opposed to an array, null or a scalar. */
export type JsonObject = { readonly [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member of what may be an object; never an inherited one. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** A non-empty string member, else undefined. */
export function textMember(value: unknown, key: string): string | undefined {
  const found = member(value, key)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** How deep JSON that comes in may be nested: none of the gateway's inputs comes near, and a recursion goes much deeper. */
export const DEEPEST_JSON = 64

/** Whether anything stands more than so many levels deep. */
export const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)))
