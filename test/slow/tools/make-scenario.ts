import { evaluate, type Scope } from './iml.ts'

/**
 * The part of Make's scenarios that the blueprints use, after blueprints that Make exported. Make's own engine runs only on its
 * servers.
 */
interface Module {
  id: number
  module: string
  version: number
  parameters: { handleErrors?: boolean }
  mapper: Record<string, unknown>
  metadata: { designer: { x: number; y: number } }
}

export interface Blueprint {
  name: string
  flow: Module[]
  metadata: { instant: boolean; version: number; scenario: object; designer: object }
}

/** A blueprint separates arguments by ; and counts the members of lists from 1. Modules have numbers for names. */
const toExpression = (text: string): string =>
  text
    .replaceAll(';', ',')
    .replaceAll('"', "'")
    .replaceAll(/\[(\d+)\]/g, (_, place) => `.${place - 1}`)
    .replaceAll(/(?<![\w.'])(\d+)\./g, 'm$1.')

const fill = (text: unknown, scope: Scope): string =>
  String(text).replaceAll(/\{\{(.*?)\}\}/g, (_, inner: string) => String(evaluate(toExpression(inner), scope) ?? ''))

/** @param delivery what the webhook receives */
export async function runScenario({ flow }: Blueprint, delivery: unknown): Promise<void> {
  const scope: Record<string, unknown> = { now: new Date().toISOString() }
  for (const { id, module, mapper, parameters } of flow) {
    if (module === 'gateway:CustomWebHook') scope[`m${id}`] = delivery
    else if (module === 'json:TransformToJSON') scope[`m${id}`] = { json: JSON.stringify(fill(mapper.object, scope)) }
    else if (module === 'http:ActionSendData')
      scope[`m${id}`] = await send(mapper, scope, parameters.handleErrors === true)
    else throw new Error(`${module} is not known here`)
  }
}

async function send(mapper: Module['mapper'], scope: Scope, stops: boolean): Promise<{ data: unknown }> {
  const headers = (mapper.headers as { name: string; value: string }[]).map(({ name, value }) => [
    name,
    fill(value, scope),
  ])
  const isRaw = mapper.bodyType === 'raw'
  const answer = await fetch(fill(mapper.url, scope), {
    method: String(mapper.method).toUpperCase(),
    headers: Object.fromEntries([...headers, ...(isRaw ? [['Content-Type', mapper.contentType]] : [])]),
    body: isRaw ? fill(mapper.data, scope) : null,
    redirect: 'manual',
  })
  const text = await answer.text()
  if (stops && !answer.ok) throw new Error(`${mapper.url} answered ${answer.status} ${text}`)
  return { data: text.startsWith('{') ? JSON.parse(text) : text }
}
