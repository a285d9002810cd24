import { type Stage, setStage } from '../contract/stage.ts'
import type { Subject } from '../contract/subjects.ts'
import type { Answer } from '../support/gateway.ts'
import type { Change } from './changes.ts'

/** A request to the product, with its body as text. */
interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

/** A request to the product and the simulator's response. */
export interface Exchange {
  /** The index among the operation's calls with this method and path. */
  readonly key: string
  readonly asked: Asked
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The JSON of a success. Undefined for anything else. */
  readonly body: unknown
  /** Whether it kept the account connected, which every operation may have to do. */
  readonly isUpkeep: boolean
}

/** The result of an operation. */
export interface Outcome {
  readonly status: number
  readonly answer: Answer
  /** Why it failed, as the log has it. */
  readonly reason: string
}

const OBJECTS = ['ACCOUNTS', 'LEDGER', 'EVENTS'] as const

/** Runs the operation with unchanged products. Returns every JSON response that it got. */
export async function record(subject: Subject): Promise<{ outcome: Outcome; exchanges: Exchange[] }> {
  const exchanges: Exchange[] = []
  const stage = setStage(subject)
  const fetch = stage.simulator.fetch.bind(stage.simulator)
  const named = names()
  stage.simulator.fetch = async (request) => {
    const asked = await readRequest(request)
    const key = named(asked)
    const response = await fetch(getRequest(asked))
    const { status, headers } = response
    const text = await response.clone().text()
    const body = response.ok ? parsed(text) : undefined
    exchanges.push({ key, asked, status, headers, text, body, isUpkeep: isUpkeep(subject, asked) })
    return response
  }
  forgetAll(stage)
  return { outcome: await perform(stage), exchanges }
}

/** Runs the operation with one change in one response of the products. */
export function replay(
  subject: Subject,
  exchanges: readonly Exchange[],
  changed: Exchange,
  change: Pick<Change, 'apply'>,
) {
  const stage = setStage(subject)
  play(stage, exchanges, changed, change)
  // Reads share a connected account, because connecting it takes most of the time.
  if (subject.operation.reads && !changed.isUpkeep) share(stage, subject.id)
  else forgetAll(stage)
  return perform(stage)
}

/**
 * Responds from the recording, which takes a tenth of the simulator's time, while the gateway makes the same calls. At
 * the first different call, the simulator gets all earlier calls, and responds from then on.
 */
function play(
  { simulator }: Stage,
  exchanges: readonly Exchange[],
  changed: Exchange,
  change: Pick<Change, 'apply'>,
): void {
  const fetch = simulator.fetch.bind(simulator)
  const named = names()
  let answered: Asked[] | undefined = []
  simulator.fetch = async (request) => {
    const asked = await readRequest(request)
    const key = named(asked)
    const known = answered && exchanges.find((exchange) => exchange.key === key && isSame(exchange.asked, asked))
    if (answered && known) {
      answered.push(asked)
      return answer(known, known === changed ? written(change.apply(changed.body)) : known.text)
    }
    for (const earlier of answered ? connecting(exchanges, answered) : []) await fetch(getRequest(earlier))
    answered = undefined
    const response = await fetch(getRequest(asked))
    const body = key === changed.key && response.ok ? parsed(await response.clone().text()) : undefined
    return body === undefined ? response : answer(response, written(change.apply(body)))
  }
}

/** The calls, preceded by the recorded ones that connected the account if that was not needed this time. */
function connecting(exchanges: readonly Exchange[], asked: readonly Asked[]): readonly Asked[] {
  const upkeep = exchanges.filter(({ isUpkeep }) => isUpkeep).map((exchange) => exchange.asked)
  return asked.some((one) => upkeep.some((other) => isSame(one, other))) ? asked : [...upkeep, ...asked]
}

function answer({ status, headers }: Pick<Exchange, 'status' | 'headers'>, text: string): Response {
  const copy = new Headers(headers)
  copy.delete('content-length')
  copy.delete('content-encoding')
  return new Response(status === 204 ? null : text, { status, headers: copy })
}

async function readRequest(request: Request): Promise<Asked> {
  const { method, url, headers } = request
  return { method, url, headers, body: await request.text() }
}

const getRequest = ({ method, url, headers, body }: Asked) =>
  new Request(url, { method, headers, ...(body !== '' && { body }) })

const isSame = (one: Asked, other: Asked) =>
  one.method === other.method && one.url === other.url && one.body === other.body

/** Names calls by method and path, and by how many of them there were. */
function names(): (asked: Asked) => string {
  const counts = new Map<string, number>()
  return ({ method, url }) => {
    const name = `${method} ${new URL(url).pathname}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${name} ${count}`
  }
}

const isUpkeep = ({ contract }: Subject, { url, ...asked }: Asked) =>
  contract.isUpkeep?.({ ...asked, url: new URL(url) }) ?? false

async function perform(stage: Stage): Promise<Outcome> {
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

/** Gives the stage unused objects and an unused STORE, because emptying those of the runtime takes 50 times as long. */
const forgetAll = (stage: Stage) => share(stage, String(stages++))

/** Gives the stage the objects and the STORE of all stages of this name. */
function share({ gateway: { env } }: Stage, name: string): void {
  const stage = `${name} `
  for (const binding of OBJECTS) {
    const namespace = env[binding]
    Object.assign(env, { [binding]: { getByName: (object: string) => namespace.getByName(stage + object) } })
  }
  const { STORE } = env
  const store = {
    get: (key: string) => STORE.get(stage + key),
    put: (key: string, value: string, options?: KVNamespacePutOptions) => STORE.put(stage + key, value, options),
    delete: (key: string) => STORE.delete(stage + key),
    list: async ({ prefix = '', ...rest }: KVNamespaceListOptions = {}) => {
      const page = await STORE.list({ ...rest, prefix: stage + prefix })
      return { ...page, keys: page.keys.map((key) => ({ ...key, name: key.name.slice(stage.length) })) }
    },
  }
  Object.assign(env, { STORE: store })
}

/** An object or a list. A text that happens to be a number is no JSON response. */
function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text, keepDigits)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** A prefix for the digits of an integer that a double would round, such as the shop's ids. */
const LONG = 'long integer '

const keepDigits = (_key: string, value: unknown, { source }: { source: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? LONG + source : value

const written = (value: unknown) => JSON.stringify(value).replaceAll(new RegExp(`"${LONG}(-?\\d+)"`, 'g'), '$1')
