import { GROUPS } from '../src/base/groups.ts'
import { LICENCES } from '../src/base/licences.ts'
import { askAdminKey } from './keys/admin-key.ts'
import { adminApi, getOrigin } from './keys/api.ts'
import { COMMANDS, isCommand } from './keys/commands.ts'
import { fail, readCommand } from './support/usage.ts'

/** `npm run keys`: manages the named keys of a deployed gateway, through the API of its management app. */
const usage = `npm run keys -- list --url https://latchkey.example.workers.dev
npm run keys -- make --url ... --name NAME [--licence ${LICENCES.join('|')}] [--groups ${GROUPS.join(',')}]
                 [--read-only] [--expires 2027-12-31]
npm run keys -- roll ID --url ... [--overlap-hours 24]
npm run keys -- revoke ID --url ...

Manages the named keys of a gateway. ADMIN_KEY comes from the environment, or is asked for.

  ID               the id in the list, or the name of a key if it is unique
  --licence        that of the deployment unless given
  --expires        a date (the end of that day in Korea), or ISO 8601 with an offset
  --overlap-hours  how long the previous key still works, 0 to 168
  --json           prints the API's response`

const { values, positionals } = readCommand({
  usage,
  words: 2,
  options: {
    url: { type: 'string' },
    name: { type: 'string' },
    licence: { type: 'string' },
    groups: { type: 'string' },
    'read-only': { type: 'boolean', default: false },
    expires: { type: 'string' },
    'overlap-hours': { type: 'string', default: '24' },
    json: { type: 'boolean', default: false },
  },
})

const [command = '', id] = positionals
if (!isCommand(command)) fail(`${command || 'nothing'}: name one of ${Object.keys(COMMANDS).join(', ')}\n\n${usage}`)
if (values.url === undefined) fail(`--url is missing: the address of the gateway\n\n${usage}`)
const origin = getOrigin(values.url) ?? fail(`--url ${values.url}: must be an https address, or http on this machine`)
const takesId = command === 'roll' || command === 'revoke'
if (takesId && id === undefined) fail(`${command} which key? npm run keys -- list shows the ids`)
if (!takesId && id !== undefined) fail(`${id}: nothing is known by this word\n\n${usage}`)

const api = adminApi(origin, await askAdminKey())
const { answer, text } = await COMMANDS[command](api, { ...values, id: id ?? '' })
console.log(values.json ? JSON.stringify(answer ?? {}, null, 2) : text)
