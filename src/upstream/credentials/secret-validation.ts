import type { Env, SecretName } from '../../base/env.ts'
import { misconfigured } from '../../base/errors.ts'

/** A Cookie header has blanks. */
const WITH_BLANKS: ReadonlySet<SecretName> = new Set<SecretName>(['SHOP_SESSION'])

/** A text that holds tokens among other things, of which its group reads and checks what is sent. */
const WITH_TOKENS: ReadonlySet<SecretName> = new Set<SecretName>(['RECORDER_TOKEN'])

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
  if (!WITH_TOKENS.has(name)) checkSecret(name, WITH_BLANKS.has(name) ? text.replaceAll(' ', '') : text)
  return text
}

/** Throws 500 naming the setting for a text with anything but visible ASCII characters in it. */
export function checkSecret(name: SecretName, text: string): void {
  if (!/^[\x21-\x7e]*$/.test(text)) {
    throw misconfigured(`${name} holds a blank, a line break or a character that cannot be sent: paste it again`)
  }
}
