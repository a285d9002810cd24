import { createInterface } from 'node:readline/promises'
import { LICENCES } from '../../src/base/licences.ts'
import { fail } from '../support/usage.ts'
import type { Deployed } from './deployed.ts'

/** The questions, by the names of the options. */
export interface Choices {
  licence: string
  name: string
  origins: string
  /** The URL of the relay. Empty without one. */
  relay: string
}
export const CHOICES = ['licence', 'name', 'origins', 'relay'] as const
type Choice = (typeof CHOICES)[number]

/** The setting of each choice. */
export const SETTING_OF: Readonly<Record<Choice, string>> = {
  licence: 'LICENCE',
  name: 'SERVICE_NAME',
  origins: 'ALLOWED_ORIGINS',
  relay: 'RELAY_URL',
}

const DEFAULTS: Choices = { licence: 'pro', name: 'Latchkey', origins: '', relay: '' }

const QUESTIONS: Readonly<Record<Choice, string>> = {
  licence: 'Licence: pro opens everything, as on a gateway of your own; basic and payment open less',
  name: 'Name of the service',
  origins: 'Web pages that may call it, as https://app.example.com, divided by commas; - for none',
  relay:
    'Do you use the seller side of Coupang (WING)? It answers registered addresses only, and a Worker has none: run the relay on\n  a small server (docs/relay.md). Its address, as https://relay.example.com; - for none',
}

/** The normalized answer, or what is wrong with it. */
function read(choice: Choice, text: string): { value: string } | { fault: string } {
  const value = text.trim()
  if (choice === 'licence')
    return (LICENCES as readonly string[]).includes(value) ? { value } : { fault: `is one of ${LICENCES.join(', ')}` }
  if (choice === 'name')
    return /^[^\p{Cc}]{1,100}$/u.test(value) ? { value } : { fault: 'has 1 to 100 characters, in one line' }
  if (choice === 'relay') return readAddress(value)
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const wrong = entries.find((entry) => entry !== '*' && getOrigin(entry) === undefined)
  return wrong === undefined
    ? { value: entries.map((entry) => getOrigin(entry) ?? entry).join(',') }
    : { fault: `has origins such as https://app.example.com, and ${wrong} is none` }
}

function readAddress(value: string): { value: string } | { fault: string } {
  if (value === '') return { value }
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isPlain = url?.protocol === 'https:' && !url.username && !url.password && !url.search && !url.hash
  return isPlain ? { value: url.href.replace(/\/$/, '') } : { fault: 'is an address such as https://relay.example.com' }
}

const getOrigin = (text: string): string | undefined =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined

/** The normalized value of an option. Ends the process with the option's name when it is wrong. */
export function checked(choice: Choice, text: string): string {
  const answer = read(choice, text)
  return 'value' in answer ? answer.value : fail(`--${choice} ${text}: ${answer.fault}`)
}

/** Asks the person at the terminal. */
export type Ask = (question: string) => Promise<string>

/** The options. For missing ones, the person's answer, the deployed value or the default. */
export async function askAll(given: Partial<Choices>, deployed: Deployed | undefined, ask?: Ask): Promise<Choices> {
  const answers = { ...DEFAULTS }
  for (const choice of CHOICES) {
    const present = deployed?.vars[SETTING_OF[choice]] ?? DEFAULTS[choice]
    answers[choice] = given[choice] ?? (ask ? await answered(choice, present, ask) : present)
  }
  return answers
}

/** An empty answer selects the value in brackets, and a hyphen removes the current value. */
async function answered(choice: Choice, present: string, ask: Ask): Promise<string> {
  for (;;) {
    const text = (await ask(`${QUESTIONS[choice]} [${present}]: `)).trim()
    if (text === '') return present
    const answer = read(choice, (choice === 'origins' || choice === 'relay') && text === '-' ? '' : text)
    if ('value' in answer) return answer.value
    console.log(`  It ${answer.fault}.`)
  }
}

/** Asks in this terminal. */
export function terminalAsk(): { ask: Ask; close: () => void } {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  terminal.on('SIGINT', () => process.exit(130))
  return { ask: (question) => terminal.question(question), close: () => terminal.close() }
}
