import type { Answer, Gateway } from '../support/gateway.ts'
import type { Documented } from './document.ts'

/** Sends the document's example request of an operation, unchanged. */
export function sendExample(gateway: Gateway, { method, path, parameters, requestBody }: Documented): Promise<Answer> {
  const given = (place: string) =>
    parameters.flatMap(({ name, in: where, example }): [string, string][] =>
      where === place && example !== undefined ? [[name, String(example)]] : [],
    )
  const target = given('path').reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), path)
  const body = requestBody?.content['application/json']?.example
  return gateway.call(`${target}?${new URLSearchParams(given('query'))}`, {
    method,
    headers: {
      ...Object.fromEntries(given('header')),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
