import { CHOICES, type Choices, SETTING_OF } from './answers.ts'
import type { Deployed } from './deployed.ts'
import type { Keys } from './keys.ts'

interface Plan {
  worker: string
  deployed: Deployed | undefined
  choices: Choices
  keys: Keys
  keysFile: string | undefined
}

/** The steps that follow. Keys are shown by name only. */
export function planText({ worker, deployed, choices, keys, keysFile }: Plan): string {
  const created = Object.keys(keys.created)
  const taken = Object.keys(keys.secrets).filter((name) => !created.includes(name))
  return [
    deployed === undefined
      ? `The Worker ${worker} will be created with its storage: STORE and its Durable Objects.`
      : `The Worker ${worker} exists and will get the code of this folder.`,
    ...CHOICES.map((choice) => changeText(choice, choices[choice], deployed)),
    ...(created.length > 0
      ? [`  created now: ${created.join(', ')}${keysFile === undefined ? '' : `, stored in ${keysFile}`}`]
      : []),
    ...(taken.length > 0 ? [`  set to your values: ${taken.join(', ')}`] : []),
    ...(keys.unchanged.length > 0 ? [`  unchanged: ${keys.unchanged.join(', ')}`] : []),
  ].join('\n')
}

function changeText(choice: (typeof CHOICES)[number], value: string, deployed: Deployed | undefined): string {
  const setting = SETTING_OF[choice]
  const before = deployed?.vars[setting]
  const now = `  ${setting} = ${value || '(empty)'}`
  if (deployed?.secrets.has(setting)) return `${now}, replaces the secret of this name`
  return before === undefined || before === value ? now : `${now}, was ${before || '(empty)'}`
}

/** The keys, shown once. */
export const keysText = (created: Readonly<Record<string, string>>): string => `
The keys, shown only once. Store them in your password manager:

${Object.entries(created)
  .map(([name, value]) => `  ${name}=${value}`)
  .join('\n')}
`

interface Ending {
  address: string | undefined
  isFirst: boolean
  created: readonly string[]
  /** Whether a relay is set without its token. */
  lacksRelayToken: boolean
}

export function ending({ address, isFirst, created, lacksRelayToken }: Ending): string {
  const at = address ?? 'the address shown above'
  return [
    `\nDeployed: ${at}\n`,
    isFirst || created.includes('ADMIN_KEY')
      ? `Open ${at}/ and sign in with ADMIN_KEY: there you connect accounts, and see the key that callers send.`
      : `Open ${at}/ to connect accounts, and for the key that callers send.`,
    `${at}/docs tries every request, ${at}/mcp is for AI agents.`,
    ...(lacksRelayToken ? ['Set the token of the relay: npx wrangler secret put RELAY_TOKEN (docs/relay.md).'] : []),
    ...(isFirst ? ['A new address may take a minute or two to respond.'] : []),
  ].join('\n')
}
