import type { Env } from '../../base/env.ts'
import { misconfigured } from '../../base/errors.ts'
import type { SecretName } from '../../base/groups.ts'

/** A Cookie header contains spaces. */
const WITH_BLANKS: ReadonlySet<SecretName> = new Set<SecretName>(['SHOP_SESSION'])

/** A text with tokens and other content. Its group parses it and validates what is sent. */
const WITH_TOKENS: ReadonlySet<SecretName> = new Set<SecretName>(['RECORDER_TOKEN'])

/** A secret of the deployment. Undefined when it is not set. */
export function readSecret(env: Env, name: SecretName): string | undefined {
  const value = env[name]
  return value ? cleanSecret(name, value) || undefined : undefined
}

/**
 * A pasted value without surrounding spaces and quotes. Throws 500 with the setting's name for a value that cannot be
 * in a header, before anything is sent, because the runtime would log it.
 */
export function cleanSecret(name: SecretName, value: string): string {
  const text = value
    .trim()
    .replace(/^"(.*)"$|^'(.*)'$/s, '$1$2')
    .trim()
  if (!WITH_TOKENS.has(name)) checkSecret(name, WITH_BLANKS.has(name) ? text.replaceAll(' ', '') : text)
  return text
}

/** Throws 500 with the setting's name for text with anything but visible ASCII characters. */
export function checkSecret(name: SecretName, text: string): void {
  if (!/^[\x21-\x7e]*$/.test(text)) {
    throw misconfigured(`${name} holds a blank, a line break or a character that cannot be sent: paste it again`)
  }
}
