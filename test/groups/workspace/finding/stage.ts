import { NOTION_TOKENS } from '../../../simulators/workspace/index.ts'
import { type Answer, createGateway, json, type Overrides } from '../../../support/gateway.ts'
import { type Stage, setStage } from '../stage.ts'

interface Finding extends Stage {
  /** `GET /users` below the group, with a token of everything unless said. */
  ask(line: string, body?: object, token?: string): Promise<Answer>
}

/** The gateway in front of the product, for search, users, values, comments and files. */
export function setFinding(settings: Overrides = {}): Finding {
  const stage = setStage(settings)
  const gateway = createGateway(settings)
  return {
    ...stage,
    ask: (line, body, token = NOTION_TOKENS.full) => {
      const [method = 'GET', path = ''] = line.split(' ')
      const init = body === undefined ? { method } : json(method, body)
      const headers = new Headers(init.headers)
      headers.set('X-Workspace-Token', token)
      return gateway.call(`/api/v2/workspace${path}`, { ...init, headers })
    },
  }
}

/** The bodies sent to the product, as JSON. */
export const sentBodies = ({ product }: Stage): unknown[] =>
  product.calls.flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body)]))
