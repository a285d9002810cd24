import type { Handler } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { getSite, type Site } from './hosts.ts'
import { badField, type Fields, type Rules } from './parameters.ts'
import type { Product } from './product.ts'
import type { Outcome, Reason } from './refusals.ts'
import type { Switches } from './switches.ts'

/** One call, authenticated and with its parameters checked. */
export interface Call {
  site: Site
  /** The whole body. */
  body: Fields
  /** The bill's fields, named as in the first generation. */
  fields: Fields
}

export type Work = (product: Product, call: Call) => Promise<Outcome>

/** Where a generation differs. */
export interface Generation {
  /** Why the connection in the body is not accepted. */
  refuse: (product: Product, body: Fields) => Reason | { bad: string } | undefined
  /** The bill's fields, undefined where the body has none. */
  getFields: (body: Fields, place: Place) => Fields | undefined
  answer: (product: Product, body: Fields, outcome: Outcome | OwnCode) => Response
}

/** A code and message with which a switch replaces the real response. */
interface OwnCode {
  code: string
  message?: string
}

type Place = 'top' | 'bill'

/** A way to answer calls: POST of JSON, connection in the body, parameters, then the work. */
export const answering =
  (product: Product, generation: Generation) =>
  (place: Place, rules: Rules, work: Work): Handler =>
  async ({ req }) => {
    const site = getSite(req.raw)
    const read = await readJson(req.raw)
    const body = isObject(read) ? read : undefined
    const reply = (outcome: Outcome | OwnCode) => generation.answer(product, body ?? {}, outcome)
    if (!site || !body) return reply({ bad: 'body' })
    const refused = generation.refuse(product, body)
    if (refused) return reply(typeof refused === 'string' ? { refused } : refused)
    const inPlace = answerInPlace(product.switches, new URL(req.url).pathname, reply)
    if (inPlace && !inPlace.worked) return inPlace.response()
    const fields = generation.getFields(body, place)
    const bad = fields ? badField(fields, rules) : 'bill'
    if (!fields || bad) return reply({ bad: bad ?? 'bill' })
    const outcome = await work(product, { site, body, fields })
    return inPlace ? inPlace.response() : reply(about(product.switches.anotherBill, outcome))
  }

/** The response with which the switches replace the real one for this path. */
function answerInPlace({ answerCode, plainStatus }: Switches, path: string, reply: (code: OwnCode) => Response) {
  const isMeant = (own: { at?: string } | undefined) => own !== undefined && path.endsWith(own.at ?? '')
  if (plainStatus && isMeant(plainStatus)) {
    const { status, worked } = plainStatus
    return { worked, response: () => Response.json({ message: 'Request Timeout' }, { status }) }
  }
  if (!answerCode || !isMeant(answerCode)) return undefined
  const { status = 200, worked } = answerCode
  return { worked, response: () => new Response(reply(answerCode).body, { status }) }
}

/** The fields of an answer, as the switches name and nest them. */
export function arranged(
  { linkName, nesting }: Switches,
  fields: Fields,
  usual: { linkName: string; nesting: readonly string[] },
): Fields {
  const { [usual.linkName]: link, ...rest } = fields
  const named = link === undefined ? fields : { ...rest, [linkName ?? usual.linkName]: link }
  return (nesting ?? usual.nesting).reduceRight<Fields>((inner, name) => ({ [name]: inner }), named)
}

const about = (billId: string | undefined, outcome: Outcome): Outcome =>
  billId !== undefined && 'fields' in outcome && 'bill_id' in outcome.fields
    ? { fields: { ...outcome.fields, bill_id: billId } }
    : outcome
