import type { Readable, Writable } from 'node:stream'
import { select, text } from '@clack/prompts'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { parseEmail } from '../../src/base/channels.ts'
import { LICENCES } from '../../src/base/groups.ts'
import type { Deployed } from './deployed.ts'

/** The questions, by the names of the options. All but the first two are empty for none. */
export interface Choices {
  licence: string
  name: string
  origins: string
  relay: string
  notifyFrom: string
}
export const CHOICES = ['licence', 'name', 'origins', 'relay', 'notifyFrom'] as const
type Choice = (typeof CHOICES)[number]

export const SETTING_OF: Readonly<Record<Choice, string>> = {
  licence: 'LICENCE',
  name: 'SERVICE_NAME',
  origins: 'ALLOWED_ORIGINS',
  relay: 'RELAY_URL',
  notifyFrom: 'NOTIFY_FROM',
}

const DEFAULTS: Choices = { licence: 'pro', name: 'Latchkey', origins: '', relay: '', notifyFrom: '' }

/** The terminal asks these. Few send e-mail, so that is an option only. */
const QUESTIONS: Readonly<Partial<Record<Choice, string>>> = {
  licence: 'Licence: pro opens everything, as on a gateway of your own; basic and payment open less',
  name: 'Name of the service',
  origins: 'Web pages that may call it, as https://app.example.com, divided by commas; empty for none',
  relay:
    'Do you use the seller side of Coupang (WING)? It answers registered addresses only, and a Worker has none: run the relay on a small server (docs/relay.md). Its address, as https://relay.example.com; empty for none',
}

/** The normalized values of texts. They throw InvalidArgumentError for a wrong one. */
export const PARSERS: Readonly<Record<Exclude<Choice, 'licence'>, (given: string) => string>> = {
  name: (given) => {
    if (/^[^\p{Cc}]{1,100}$/u.test(given.trim())) return given.trim()
    throw new InvalidArgumentError('It has 1 to 100 characters, in one line.')
  },
  origins: (given) => {
    const entries = given.split(',').map((entry) => entry.trim())
    return entries.filter(Boolean).map(parseOrigin).join(',')
  },
  relay: (given) => {
    const value = given.trim()
    const url = URL.parse(value)
    if (value === '') return value
    if (url?.protocol === 'https:' && !url.username && !url.password && !url.search && !url.hash)
      return url.href.replace(/\/$/, '')
    throw new InvalidArgumentError('It is an address such as https://relay.example.com.')
  },
  notifyFrom: (given) => {
    const value = given.trim()
    if (value === '' || (parseEmail(value) && !value.includes(':'))) return value
    throw new InvalidArgumentError('It is an e-mail address such as gateway@example.com.')
  },
}

function parseOrigin(entry: string): string {
  const url = URL.parse(entry)
  if (entry === '*') return entry
  if (url && /^https?:\/\//i.test(entry)) return url.origin
  throw new InvalidArgumentError(`It has origins such as https://app.example.com, and ${entry} is none.`)
}

export interface Terminal {
  input: Readable
  output: Writable
}

/** The options. For missing ones, the answer of the person at the terminal, the deployed value or the default. */
export async function askAll(
  given: Readonly<Partial<Record<Choice, string | undefined>>>,
  deployed: Deployed | undefined,
  terminal?: Terminal,
): Promise<Choices> {
  const answers = { ...DEFAULTS }
  for (const choice of CHOICES) {
    const present = deployed?.vars[SETTING_OF[choice]] ?? DEFAULTS[choice]
    const message = QUESTIONS[choice]
    answers[choice] =
      given[choice] ??
      (terminal && message ? await ask(choice, { message, initialValue: present, ...terminal }) : present)
  }
  return answers
}

async function ask(choice: Choice, question: { message: string; initialValue: string } & Terminal): Promise<string> {
  if (choice === 'licence') {
    const options = LICENCES.map((value) => ({ value: String(value) }))
    return orExit(await select({ ...question, options }))
  }
  const parse = PARSERS[choice]
  const validate = (answer = '') => {
    try {
      parse(answer)
    } catch (error) {
      return error instanceof Error ? error.message : undefined
    }
  }
  return parse(orExit((await text({ ...question, validate })) ?? ''))
}

/** The answer. Ends the process after Ctrl-C, which is a symbol. */
export const orExit = (answer: string | symbol): string => (typeof answer === 'string' ? answer : process.exit(130))
