import { randomBytes } from 'node:crypto'
import { GROUPS } from '../src/base/groups.ts'
import { LICENCES } from '../src/base/licences.ts'
import { formatKey, keyRecord, keyRecordName } from '../src/gateway/keys.ts'
import { fail, readCommand } from './support/usage.ts'

/**
 * `npm run keys -- --name NAME [--licence basic] [--groups a,b] [--expires 2027-01-31]`: makes a named key and prints it
 * once, with the command that stores its record. The key itself is stored nowhere.
 */
const usage = `npm run keys -- --name NAME [--licence ${LICENCES.join('|')}] [--groups ${GROUPS.join(',')}] [--expires YYYY-MM-DD]`
const { values } = readCommand({
  usage,
  options: {
    name: { type: 'string' },
    licence: { type: 'string', default: 'basic' },
    groups: { type: 'string' },
    expires: { type: 'string' },
  },
})

const record = keyRecord().safeParse({
  name: values.name,
  licence: values.licence,
  ...(values.groups !== undefined && { groups: values.groups.split(',') }),
  created_at: new Date().toISOString(),
  ...(values.expires !== undefined && { expires_at: expiry(values.expires) }),
})
if (!record.success || !values.name) fail(usage)

const key = formatKey(randomBytes(32))
console.log(`
The key, shown this once: ${key}

Store its record:
npx wrangler kv key put --remote --binding STORE '${await keyRecordName(key)}' '${JSON.stringify(record.data)}'

Revoke it later:
npx wrangler kv key delete --remote --binding STORE '${await keyRecordName(key)}'
`)

function expiry(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}
