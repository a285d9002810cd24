import { member } from '../../../base/json-object.ts'
import { invalid, type McpRequest, type Method, type ToolUse } from '../protocol/method.ts'
import { type ResourceType, toCompletion } from './resource-types.ts'
import { listSource, openTypes } from './resources.ts'

/** How many are listed to find the names in, and how many values are returned. */
const LISTED = 100
const RETURNED = 20

/** Completes the ids of resources, and arguments of prompts that are one, by names: `Weekly meeting~a1b2`. */
export function completionMethods(tools: ToolUse) {
  const complete: Method = async (params, request) => {
    const name = member(params.argument, 'name')
    const value = member(params.argument, 'value')
    if (typeof name !== 'string' || typeof value !== 'string')
      throw invalid('argument must be an object with name and value')
    const type = await completedType(params.ref, name, request)
    const values = type === undefined ? [] : await completions(tools, type, value, request)
    return JSON.stringify({
      completion: { values: values.slice(0, RETURNED), hasMore: values.length > RETURNED },
    })
  }

  /** Undefined for an argument without suggestions. Throws for an unknown reference. */
  async function completedType(ref: unknown, name: string, request: McpRequest): Promise<ResourceType | undefined> {
    const kind = member(ref, 'type')
    const types = await openTypes(tools, request)
    if (kind === 'ref/resource') {
      const type = types.find(({ template }) => template === member(ref, 'uri'))
      if (!type) throw invalid('ref: this resource template does not exist here')
      return name === 'id' ? type : undefined
    }
    if (kind !== 'ref/prompt') throw invalid('ref must name a resource template or a prompt')
    const { openTasks } = await import('../prompts/prompts.ts')
    const task = (await openTasks(tools, request)).find((one) => one.name === member(ref, 'name'))
    if (!task) throw invalid('ref: this prompt does not exist here')
    const resource = task.arguments.find((argument) => argument.name === name)?.resource
    return types.find((type) => type.name === resource)
  }

  return { 'completion/complete': complete }
}

/** Those whose name contains the value, or whose id starts with it, newest first. */
async function completions(tools: ToolUse, type: ResourceType, value: string, request: McpRequest): Promise<string[]> {
  const words = value.trim()
  const listed = await listSource(tools, type.source, { count: LISTED, words }, request)
  return listed
    .filter(({ has }) => has === undefined || has.includes(type.name))
    .filter((one) => normalize(toCompletion(one)).includes(normalize(words)) || one.id.startsWith(words))
    .map(toCompletion)
}

const normalize = (name: string) => name.normalize('NFC').toLowerCase()
