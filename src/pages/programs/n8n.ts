import { N8N, writeObject, writeText } from './expressions.ts'
import { EVENT, getHeaders, type Program, plain, type Request, type Text, type Trigger } from './program.ts'

/** The distance between nodes. */
const WIDTH = 240

/** In a parameter, what starts with = is a text with expressions. */
const parameter = (parts: Text): string => plain(parts) ?? `={{ ${writeText(N8N, parts)} }}`

/**
 * A workflow for "Import from File" of n8n, with the nodes that every n8n has. The key is a header of its requests, because
 * n8n leaves credentials out of files.
 */
export function toWorkflow({ name, trigger, requests, key }: Program): string {
  const nodes = [toTrigger(trigger), ...requests.map((request) => toNode(request, key))].map((node, place) => ({
    ...node,
    id: `5f1c0de0-0001-4000-8000-${String(place + 1).padStart(12, '0')}`,
    position: [place * WIDTH, 0],
  }))
  const connections = Object.fromEntries(
    nodes
      .slice(1)
      .map((node, place) => [nodes[place]?.name, { main: [[{ node: node.name, type: 'main', index: 0 }]] }]),
  )
  const settings = { executionOrder: 'v1', timezone: 'Asia/Seoul' }
  return JSON.stringify({ name, nodes, connections, settings }, null, 2)
}

interface Node {
  name: string
  type: string
  typeVersion: number
  parameters: object
  webhookId?: string
  onError?: string
}

function toTrigger(trigger: Trigger): Node {
  if (trigger.kind === 'event') {
    const { webhookId } = trigger
    const parameters = { httpMethod: 'POST', path: webhookId, options: {} }
    return { name: EVENT, type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters, webhookId }
  }
  if (trigger.kind === 'daily') {
    const parameters = { rule: { interval: [{ field: 'days', triggerAtHour: trigger.hour }] } }
    return { name: 'daily', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, parameters }
  }
  return { name: 'start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }
}

function toNode(request: Request, key: string): Node {
  const { name, method, url, body, mayFail } = request
  const headers = getHeaders(request, key).map(([header, value]) => ({ name: header, value: parameter(value) }))
  return {
    name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    parameters: {
      method,
      url: parameter(url),
      ...(headers.length > 0 && { sendHeaders: true, headerParameters: { parameters: headers } }),
      ...(body && {
        sendBody: true,
        specifyBody: 'json',
        jsonBody: `={{ JSON.stringify(${writeObject(N8N, body)}) }}`,
      }),
      options: {},
    },
    ...(mayFail && { onError: 'continueRegularOutput' }),
  }
}
