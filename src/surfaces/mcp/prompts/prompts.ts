import { isObject } from '../../../base/json-object.ts'
import { readPrinted, TASKS_FILE } from '../../generated.ts'
import { checkCursor, invalid, type McpRequest, type Method, type ToolUse } from '../protocol/method.ts'
import { toId } from '../resources/resource-types.ts'
import { isListed, type PrintedTool } from '../tools/tools.ts'
import { formatSteps, type Language, type Task, type TaskArgument } from './task.ts'

/** The generated tasks whose tools the caller's list has. */
export async function openTasks(tools: ToolUse, request: McpRequest): Promise<readonly Task[]> {
  const { c, choice } = request
  const open = await tools.open(request)
  const isThere = (tool: PrintedTool | undefined) => tool !== undefined && isListed(tool, choice)
  const tasks: readonly Task[] = JSON.parse(await readPrinted(c.env, TASKS_FILE))
  return tasks.filter((task) => task.tools.every((name) => isThere(open.get(name))))
}

/** `lang` of the address, because most clients send no Accept-Language. Then that header, then English. */
export function chooseLanguage({ c }: McpRequest): Language {
  const asked = [c.req.query('lang') ?? '', ...(c.req.header('Accept-Language') ?? '').split(',')]
  const known = asked.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find((tag) => tag === 'ko' || tag === 'en')
  return known === 'ko' ? 'ko' : 'en'
}

export function promptMethods(tools: ToolUse) {
  const list: Method = async (params, request) => {
    checkCursor(params)
    const language = chooseLanguage(request)
    const tasks = await openTasks(tools, request)
    return JSON.stringify({
      prompts: tasks.map((task) => ({
        name: task.name,
        title: task[language].title,
        description: task[language].description,
        ...(task.arguments.length > 0 && {
          arguments: task.arguments.map((argument) => ({
            name: argument.name,
            description: argument[language],
            required: argument.isRequired === true,
          })),
        }),
      })),
    })
  }

  const get: Method = async ({ name, arguments: args = {} }, request) => {
    if (typeof name !== 'string') throw invalid('name must be a text')
    if (!isObject(args)) throw invalid('arguments must be an object')
    const task = (await openTasks(tools, request)).find((one) => one.name === name)
    if (!task) throw invalid(`this prompt does not exist here: ${name}`)
    const language = chooseLanguage(request)
    const { title, description, steps } = task[language]
    const text = [title, formatGiven(task, args, language), formatSteps(steps)].filter(Boolean).join('\n\n')
    return JSON.stringify({ description, messages: [{ role: 'user', content: { type: 'text', text } }] })
  }

  return { 'prompts/list': list, 'prompts/get': get }
}

/** The arguments as a list. Throws for a missing or unknown one, and for one that is no text. */
function formatGiven(task: Task, args: Readonly<Record<string, unknown>>, language: Language): string {
  const known = task.arguments.map(({ name }) => name)
  const unknown = Object.keys(args).find((name) => !known.includes(name))
  if (unknown !== undefined) throw invalid(`unknown argument ${unknown}. Known: ${known.join(', ')}`)
  return task.arguments
    .flatMap((argument) => {
      const value = args[argument.name]
      if (value === undefined || value === '') {
        if (argument.isRequired) throw invalid(`${argument.name} is required`)
        return []
      }
      if (typeof value !== 'string') throw invalid(`${argument.name} must be a text`)
      return `- ${argument[language]}: ${formatValue(argument, value)}`
    })
    .join('\n')
}

/** A completed value is a name and an id. */
function formatValue({ resource }: TaskArgument, value: string): string {
  const id = toId(value)
  return resource === undefined || id === value ? value : `${value.slice(0, -id.length - 1)} (id ${id})`
}
