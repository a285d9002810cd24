import { createHmac } from 'node:crypto'
import type { Variables } from './schema.ts'
import type { SecretValues } from './secret-values.ts'

/**
 * A version tag that shows whether its settings are those of fleet.json. It is an HMAC with the customer's own
 * CREDENTIALS_KEY, so that nobody without that key can test values against it.
 */
export function settingsTag(vars: Variables, secrets: SecretValues): string {
  const settings = JSON.stringify(
    [...Object.entries(vars), ...secrets].sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  const hmac = createHmac('sha256', secrets.get('CREDENTIALS_KEY') ?? '')
  // A tag has at most 25 characters.
  return `fleet-${hmac.update(settings).digest('hex').slice(0, 16)}`
}
