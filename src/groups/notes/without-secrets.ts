import { isObject } from '../../base/json-object.ts'

/** Field names that usually hold a credential. `headers` are those of a webhook's deliveries. */
const SECRET_NAME =
  /secret|whsec|hmac|token|passw|passphrase|passcode|pwd|credential|auth(?!or)|authori[sz]|signature|signing|bearer|cookie|headers?$|key$/i

/** More levels than any object of the product has: deeper nesting, which would overflow the stack, is cut off. */
const DEEPEST = 64

/** The same object without the fields that are named like a secret, at any depth. A boolean holds none and stays. */
export const withoutSecrets = (
  object: Readonly<Record<string, unknown>>,
  levels: number = DEEPEST,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([name, value]) => typeof value === 'boolean' || !SECRET_NAME.test(name))
      .map(([name, value]) => [name, withoutSecretsIn(value, levels - 1)]),
  )

function withoutSecretsIn(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((item) => withoutSecretsIn(item, levels - 1))
  return isObject(value) ? withoutSecrets(value, levels) : value
}
