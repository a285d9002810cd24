import type { SecretValues } from './secret-values.ts'

/** The output of another program, with secrets replaced by their names. */
export function withoutSecrets(text: string, secrets: SecretValues): string {
  return [...secrets].reduce(
    (rest, [name, value]) => parseForms(value).reduce((told, form) => told.replaceAll(form, `[${name}]`), rest),
    text,
  )
}

/** A value unchanged, and as JSON and URLs encode it. */
const parseForms = (value: string) => [
  ...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]),
]
