/** Returns the name of a secret that a text contains. */
export type SecretFinder = (text: string) => string | undefined

/** Finds secrets in the gateway's output, unchanged and as URLs, headers and JSON encode them. */
export function secretFinder(secrets: ReadonlyMap<string, string>): SecretFinder {
  const forms = [...secrets].flatMap(([name, secret]) =>
    [...parseForms(secret)].map((form) => [name, form] as const).filter(([, form]) => form.length >= LEAST),
  )
  return (text) => forms.find(([, form]) => text.includes(form))?.[0]
}

/** Shorter ones occur in texts by chance. */
const LEAST = 8

function parseForms(secret: string): Set<string> {
  const bytes = Buffer.from(secret)
  const quoted = JSON.stringify(secret).slice(1, -1)
  // Without the end, which depends on what follows.
  const base64 = bytes.toString('base64').replace(/.{0,2}=*$/, '')
  return new Set([secret, quoted, encodeURIComponent(secret), base64, base64.replaceAll('+', '-').replaceAll('/', '_')])
}
