import { isObject } from '../../base/json-object.ts'

/** Names under which services keep what opens something. `headers` are those of a webhook's deliveries. */
const SECRET_NAME =
  /secret|whsec|hmac|token|passw|passphrase|passcode|pwd|credential|auth(?!or)|authori[sz]|signature|signing|bearer|cookie|headers?$|key$/i

/** The same object without any field that is named like a secret, at any depth. A flag of that name tells nothing and stays. */
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
