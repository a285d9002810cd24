import { type Stage, setStage } from '../contract/stage.ts'
import type { Subject } from '../contract/subjects.ts'
import type { Answer } from '../support/gateway.ts'
import type { Change } from './changes.ts'

/** One answer of the product to an operation, as the simulator gave it. */
export interface Recorded {
  /** Which it is of the operation's calls with this method and path, from 0. */
  readonly key: string
  readonly body: unknown
  /** Whether it answered a call that keeps the account connected, as every operation may make it. */
  readonly isUpkeep: boolean
}

/** What came of an operation. */
export interface Outcome {
  readonly status: number
  readonly answer: Answer
  /** Why it failed, as the log has it. */
  readonly reason: string
}

const OBJECTS = ['ACCOUNTS', 'LEDGER'] as const

type Alter = (key: string, body: unknown) => unknown

/** The operation on products that answer as they do, and every JSON answer that it got. */
export async function record(subject: Subject): Promise<{ outcome: Outcome; answers: Recorded[] }> {
  const answers: Recorded[] = []
  const outcome = await perform(subject, (key, body) => {
    answers.push({ key, body, isUpkeep: isUpkeep(subject, key) })
    return body
  })
  return { outcome, answers }
}

function isUpkeep({ contract }: Subject, key: string): boolean {
  const [method = '', path = ''] = key.split(' ')
  const url = new URL(path, 'https://product.test')
  return contract.isUpkeep?.({ method, url, headers: new Headers(), body: '' }) ?? false
}

/** The operation on products of which one changed one thing in one answer. */
export const replay = (subject: Subject, { key }: Recorded, change: Change): Promise<Outcome> =>
  perform(subject, (found, body) => (found === key ? change.apply(body) : body))

async function perform(subject: Subject, alter: Alter): Promise<Outcome> {
  const stage = setStage(subject)
  tap(stage, alter)
  forgetAll(stage)
  const lines: string[] = []
  const push = stage.world.log.push.bind(stage.world.log)
  stage.world.log.push = (...added) => {
    lines.push(...added)
    return push(...added)
  }
  const answer = await stage.ask()
  return { status: answer.status, answer, reason: JSON.parse(lines[0] ?? '{}').reason ?? '' }
}

let stages = 0

/** Gives the stage objects and a STORE that nobody used: to empty those of the runtime takes 50 times as long. */
function forgetAll({ gateway: { env } }: Stage): void {
  const stage = `stage ${stages++} `
  for (const name of OBJECTS) {
    const namespace = env[name]
    Object.assign(env, { [name]: { getByName: (object: string) => namespace.getByName(stage + object) } })
  }
  const { STORE } = env
  const store = {
    get: (key: string) => STORE.get(stage + key),
    put: (key: string, value: string) => STORE.put(stage + key, value),
    delete: (key: string) => STORE.delete(stage + key),
  }
  Object.assign(env, { STORE: store })
}

/** Puts itself between the gateway and the product. */
function tap({ simulator }: Stage, alter: Alter): void {
  const fetch = simulator.fetch.bind(simulator)
  const counts = new Map<string, number>()
  simulator.fetch = async (request) => {
    const name = `${request.method} ${new URL(request.url).pathname}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    const response = await fetch(request)
    const text = await response.clone().text()
    const body = parsed(text)
    if (body === undefined || !response.ok) return response
    const altered = alter(`${name} ${count}`, body)
    if (altered === body) return response
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    headers.delete('content-encoding')
    return new Response(written(altered), { status: response.status, headers })
  }
}

/** An object or a list; a text that happens to be a number is no answer in JSON. */
function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text, keepDigits)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Stands before the digits of an integer that a double would round, as the shop's ids. */
const LONG = 'long integer '

const keepDigits = (_key: string, value: unknown, { source }: { source: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? LONG + source : value

const written = (value: unknown) => JSON.stringify(value).replaceAll(new RegExp(`"${LONG}(-?\\d+)"`, 'g'), '$1')
