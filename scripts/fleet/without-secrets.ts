import type { SecretValues } from './secret-values.ts'

/** A text of another program, with the names of secrets in place of what they are. */
export function withoutSecrets(text: string, secrets: SecretValues): string {
  return [...secrets].reduce(
    (rest, [name, value]) => parseForms(value).reduce((told, form) => told.replaceAll(form, `[${name}]`), rest),
    text,
  )
}

/** As it is, and as JSON and addresses write it. */
const parseForms = (value: string) => [
  ...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]),
]
