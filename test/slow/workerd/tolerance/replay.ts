import { type Stage, setStage } from '../../../contract/stage.ts'
import type { Subject } from '../../../contract/subjects.ts'
import type { Simulator } from '../../../simulators/simulator.ts'
import type { Answer, Gateway } from '../../../support/gateway.ts'
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

/**
 * Runs the operation with unchanged products. Returns every JSON response that it got.
 *
 * @param warm a gateway that ran it before
 */
export async function record(subject: Subject, warm?: Gateway) {
  const exchanges: Exchange[] = []
  const stage = setStage(subject, undefined, warm)
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
  if (!warm) forgetAll(stage)
  return { ...(await performTimed(stage)), exchanges }
}

/**
 * Runs the operation with one change in one response of the products.
 *
 * @param warm a gateway that ran it before
 */
export async function replay(
  subject: Subject,
  exchanges: readonly Exchange[],
  changed: Exchange,
  change: Pick<Change, 'apply'>,
  warm?: Gateway,
) {
  const stage = setStage(onDemand(subject), undefined, warm)
  play(stage, exchanges, changed, change)
  if (!warm) forgetAll(stage)
  return performTimed(stage)
}

/** Runs the operation, with whether it waited. */
async function performTimed(stage: Stage) {
  const start = stage.world.clock.now()
  const outcome = await perform(stage)
  return { outcome, gateway: stage.gateway, hasWaited: stage.world.clock.now() > start }
}

/** The subject with a product that its first call creates: most replays make none, and creating it takes longer than they do. */
function onDemand(subject: Subject): Subject {
  const simulate = subject.row.simulate ?? subject.contract.simulate
  return {
    ...subject,
    row: {
      ...subject.row,
      simulate: (clock) => {
        let product: Simulator | undefined
        const created = () => {
          product ??= simulate(clock)
          return product
        }
        return {
          name: subject.contract.group,
          answersFor: () => true,
          fetch: (request) => created().fetch(request),
          fail: (...fault) => created().fail(...fault),
          heal: () => product?.heal(),
          get calls() {
            return product?.calls ?? []
          },
          get pending() {
            return product?.pending ?? new Set()
          },
          get unexpected() {
            return product?.unexpected ?? []
          },
        }
      },
    },
  }
}

/** Whether the operation made the same calls, except for those that keep the account connected. */
export function hasSameCalls(before: readonly Exchange[], after: readonly Exchange[]): boolean {
  const [one, other] = [before, after].map((exchanges) => exchanges.filter(({ isUpkeep }) => !isUpkeep))
  return (
    one?.length === other?.length &&
    one?.every(({ key, asked }, at) => key === other?.[at]?.key && isSame(asked, other[at].asked)) === true
  )
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
function forgetAll({ gateway: { env } }: Stage): void {
  const stage = `${stages++} `
  const { ACCOUNTS } = env
  for (const binding of OBJECTS) {
    const namespace = env[binding]
    const own = {
      getByName: (object: string) => namespace.getByName(stage + object),
      idFromName: (object: string) => ACCOUNTS.idFromName(object),
    }
    Object.assign(env, { [binding]: own })
  }
  const { STORE } = env
  const store = {
    // The data key is that of all objects: a stage that made another one would leave it to the objects of later files.
    get: (key: string, type: 'text') => STORE.get(key.startsWith('data-keys/') ? key : stage + key, type),
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
