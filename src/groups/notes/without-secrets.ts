import { isObject } from '../../base/json.ts'

/** Field names that usually contain a credential. `headers` are the headers of a webhook's deliveries. */
const SECRET_NAME =
  /secret|whsec|hmac|token|passw|passphrase|passcode|pwd|credential|auth(?!or)|authori[sz]|signature|signing|bearer|cookie|headers?$|key$/i

/** More levels than any object of the product has. Deeper values are cut off, because they would overflow the stack. */
const DEEPEST = 64

/**
 * Names that were checked before. The product uses few names, and a transcript repeats each of them thousands of times.
 */
const judged = new Map<string, boolean>()
const MOST_NAMES = 1000

function isSecretName(name: string): boolean {
  let isSecret = judged.get(name)
  if (isSecret === undefined) {
    isSecret = SECRET_NAME.test(name)
    if (judged.size >= MOST_NAMES) judged.clear()
    judged.set(name, isSecret)
  }
  return isSecret
}

/**
 * The object without fields named like a secret, at any depth. The same object if it has none. A boolean contains no
 * secret and stays.
 */
export function withoutSecrets(
  object: Readonly<Record<string, unknown>>,
  levels: number = DEEPEST,
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined
  for (const name of Object.keys(object)) {
    const value = object[name]
    const isDropped = typeof value !== 'boolean' && isSecretName(name)
    const cleaned = isDropped ? undefined : withoutSecretsIn(value, levels - 1)
    if (cleaned === value) continue
    // Overwrites an existing field, even one named __proto__.
    copy ??= { ...object }
    if (isDropped) delete copy[name]
    else copy[name] = cleaned
  }
  return copy ?? object
}

function withoutSecretsIn(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (!Array.isArray(value)) return isObject(value) ? withoutSecrets(value, levels) : value
  const cleaned = value.map((item) => withoutSecretsIn(item, levels - 1))
  return cleaned.every((item, index) => item === value[index]) ? value : cleaned
}
