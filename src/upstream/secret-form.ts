import type { Env, SecretName } from '../base/env.ts'
import { misconfigured } from '../base/errors.ts'

/** Secrets in which a blank is no mistake: a Cookie header has them, and a token may have `bearer` before it. */
const WITH_BLANKS: ReadonlySet<SecretName> = new Set<SecretName>(['SHOP_SESSION', 'RECORDER_TOKEN'])

/** A secret of the deployment, undefined when unset. */
export function readSecret(env: Env, name: SecretName): string | undefined {
  const value = env[name]
  return value ? cleanSecret(name, value) || undefined : undefined
}

/**
 * A pasted value without the blanks and quotes around it. Throws 500 naming the setting for one that a header cannot
 * carry, before anything is sent: the runtime would print it (decisions.md section 1).
 */
export function cleanSecret(name: SecretName, value: string): string {
  const text = value
    .trim()
    .replace(/^"(.*)"$|^'(.*)'$/s, '$1$2')
    .trim()
  checkSecret(name, WITH_BLANKS.has(name) ? text.replaceAll(' ', '') : text)
  return text
}

/** Throws 500 naming the setting for a text with anything but visible ASCII characters in it. */
export function checkSecret(name: SecretName, text: string): void {
  if (!/^[\x21-\x7e]*$/.test(text)) {
    throw misconfigured(`${name} holds a blank, a line break or a character that cannot be sent: paste it again`)
  }
}
