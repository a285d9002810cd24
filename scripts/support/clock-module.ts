import { OBJECTS } from './workerd.ts'

/** The header that sets the clock of a local gateway, in epoch milliseconds. */
export const CLOCK_HEADER = 'X-Test-Now'

/**
 * Runs before the built Worker and shifts its clock from the first instruction of each isolate, so that an alarm that
 * wakes an isolate sees the same time as a request. Alarms and KV expirations use the machine's clock, so they are
 * converted: the Worker sets and reads them in the shifted time. A request with the header sets the clock of its
 * isolate, which runs on from there. Alarms keep the first shift. The Worker itself is not changed.
 *
 * @param shift milliseconds from the machine's clock to the gateway's
 */
export const clockModule =
  (shift: number) =>
  (inner: string): string =>
    `
import * as built from '${inner}'
export * from '${inner}'

const shift = ${shift}
const seconds = Math.round(shift / 1000)
const machineNow = Date.now
let ahead = shift
Date.now = () => machineNow() + ahead

let isShifted = false
function shiftPlatform(env, storage) {
  if (!isShifted) shiftKv(Object.getPrototypeOf(env.STORE))
  isShifted = true
  if (storage) shiftAlarms(Object.getPrototypeOf(storage))
}

function shiftKv(prototype) {
  const { put, list } = prototype
  prototype.put = function (name, value, { expiration, ...options } = {}) {
    return put.call(this, name, value, { ...options, ...(expiration && { expiration: expiration - seconds }) })
  }
  prototype.list = async function (options) {
    const page = await list.call(this, options)
    const shifted = ({ expiration, ...key }) => ({ ...key, ...(expiration && { expiration: expiration + seconds }) })
    return { ...page, keys: page.keys.map(shifted) }
  }
}

let areAlarmsShifted = false
function shiftAlarms(prototype) {
  if (areAlarmsShifted) return
  areAlarmsShifted = true
  const { setAlarm, getAlarm } = prototype
  prototype.setAlarm = function (at, options) {
    return setAlarm.call(this, Number(at) - shift, options)
  }
  prototype.getAlarm = async function (options) {
    const at = await getAlarm.call(this, options)
    return at === null ? null : at + shift
  }
}

${Object.values(OBJECTS)
  .map(
    (name) => `export class ${name} extends built.${name} {
  constructor(ctx, env) {
    shiftPlatform(env, ctx.storage)
    super(ctx, env)
  }
}`,
  )
  .join('\n')}

export default {
  ...built.default,
  fetch(request, env, context) {
    shiftPlatform(env)
    const now = request.headers.get('${CLOCK_HEADER}')
    if (now) ahead = Number(now) - machineNow()
    return built.default.fetch(request, env, context)
  },
}
`

/**
 * Runs before a gateway whose clock was put forward while it was stopped. What was due in between rings as soon as its
 * object is used.
 *
 * @param ms by how many milliseconds
 */
export const alarmsModule =
  (ms: number) =>
  (inner: string): string =>
    `
import * as built from '${inner}'
export * from '${inner}'

const moved = new Set()
async function move({ id, storage }) {
  if (moved.has(String(id))) return
  moved.add(String(id))
  const at = await storage.getAlarm()
  if (at !== null) await storage.setAlarm(at - ${ms})
}

${Object.values(OBJECTS)
  .map(
    (name) => `export class ${name} extends built.${name} {
  constructor(ctx, env) {
    super(ctx, env)
    ctx.blockConcurrencyWhile(() => move(ctx))
  }
}`,
  )
  .join('\n')}

export default built.default
`
