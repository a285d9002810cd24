import { toCurl, toJavaScript, toPython } from './code.ts'
import { toBlueprint } from './make.ts'
import { toWorkflow } from './n8n.ts'
import { getHeaders, type Program, plain, writePlainBody } from './program.ts'

/** The tools that run a program. */
export type ToolName = 'make' | 'n8n' | 'zapier' | 'claude' | 'chatgpt' | 'code'

/** A text that a person copies for a tool, or saves as a file. */
export interface Finished {
  name: string
  text: string
  /** The name of a file that the tool imports. */
  file?: string
}

/** @param name without an extension */
const toFile = (text: string, name: string): Finished[] => [{ name: 'JSON', text, file: `${name}.json` }]

/** The fields of "Custom Request" of Webhooks by Zapier, in its order. Only of a program with one request. */
function toZap({ requests: [request], key }: Program): string {
  if (!request) return ''
  const { method, url, body } = request
  const data = body && writePlainBody(body)
  return [
    `Method: ${method}`,
    `URL: ${plain(url)}`,
    ...(data ? [`Data: ${data}`] : []),
    ...getHeaders(request, key).map(([name, value]) => `Headers: ${name} | ${plain(value)}`),
  ].join('\n')
}

const claudeCode = (origin: string, key: string) =>
  `claude mcp add --transport http latchkey ${origin}/mcp --header "X-API-KEY: ${key}"`

/** @param origin the address of the gateway @param file the name of its file, without an extension */
export function finish(tool: ToolName, program: Program, script: Program, origin: string, file: string): Finished[] {
  if (tool === 'n8n') return toFile(toWorkflow(program), `n8n-${file}`)
  if (tool === 'make') return toFile(toBlueprint(program), `make-${file}`)
  if (tool === 'zapier') return [{ name: 'Zapier', text: toZap(program) }]
  if (tool === 'claude') return [{ name: 'Claude Code', text: claudeCode(origin, program.key) }]
  if (tool === 'chatgpt') return []
  const curl = toCurl(script)
  return [
    ...(curl ? [{ name: 'curl', text: curl }] : []),
    { name: 'JavaScript', text: toJavaScript(script) },
    { name: 'Python', text: toPython(script) },
  ]
}
