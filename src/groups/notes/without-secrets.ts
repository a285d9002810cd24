import { isObject } from '../../base/json-object.ts'

/** Field names that usually hold a credential. `headers` are those of a webhook's deliveries. */
const SECRET_NAME =
  /secret|whsec|hmac|token|passw|passphrase|passcode|pwd|credential|auth(?!or)|authori[sz]|signature|signing|bearer|cookie|headers?$|key$/i

/** The same object without the fields that are named like a secret, at any depth. A boolean holds none and stays. */
export const withoutSecrets = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([name, value]) => typeof value === 'boolean' || !SECRET_NAME.test(name))
      .map(([name, value]) => [name, withoutSecretsIn(value)]),
  )

function withoutSecretsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretsIn)
  return isObject(value) ? withoutSecrets(value) : value
}
