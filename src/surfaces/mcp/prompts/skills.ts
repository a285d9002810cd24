import { sha256Hex } from '../../../base/digest.ts'
import {
  checkCursor,
  invalid,
  type McpRequest,
  type Method,
  resourceNotFound,
  type ToolUse,
} from '../protocol/method.ts'
import { chooseLanguage, openTasks } from './prompts.ts'
import { formatSteps, type Task } from './task.ts'

/**
 * The tasks as Agent Skills (the extension io.modelcontextprotocol/skills): a host shows their names to a model, which
 * reads the steps of one when it needs them.
 */
const toUri = ({ name }: Task) => `skill://${name}/SKILL.md`

const toFrontmatter = ({ name, en, ko }: Task) => ({ name, description: `${en.description} (${ko.title})` })

/** The file of a skill. Quoted as JSON, a text is valid YAML. */
function toFile(task: Task): string {
  const { name, description } = toFrontmatter(task)
  const given = task.arguments.map(
    ({ name: own, en, isRequired }) => `- ${own}: ${en}${isRequired ? ' (required)' : ''}`,
  )
  return `---
name: ${name}
description: ${JSON.stringify(description)}
---

# ${task.en.title}

Needs:

${given.join('\n')}

Ask the person for what is required and missing.

${formatSteps(task.en.steps)}
`
}

async function toEntry(task: Task) {
  const file = toFile(task)
  const digest = `sha256:${await sha256Hex(file)}`
  const size = new TextEncoder().encode(file).byteLength
  return { uri: toUri(task), frontmatter: toFrontmatter(task), resources: [{ uri: toUri(task), digest, size }] }
}

export function skillMethods(tools: ToolUse) {
  const find = async (uri: string, request: McpRequest) =>
    (await openTasks(tools, request)).find((task) => toUri(task) === uri)

  const list: Method = async (params, request) => {
    checkCursor(params)
    const tasks = await openTasks(tools, request)
    return JSON.stringify({ skills: await Promise.all(tasks.map(toEntry)) })
  }

  const get: Method = async ({ uri }, request) => {
    if (typeof uri !== 'string') throw invalid('uri must be a text')
    const task = await find(uri, request)
    if (!task) throw invalid(`this skill does not exist here: ${uri}`)
    return JSON.stringify({ skill: await toEntry(task) })
  }

  /** The file of a skill as a resource. Throws for any other address. */
  const read = async (uri: string, request: McpRequest): Promise<string> => {
    const task = await find(uri, request)
    if (!task) throw resourceNotFound(uri)
    return JSON.stringify({ contents: [{ uri, mimeType: 'text/markdown', text: toFile(task) }] })
  }

  /** As entries of `resources/list`. */
  const listResources = async (request: McpRequest) =>
    (await openTasks(tools, request)).map((task) => ({
      uri: toUri(task),
      ...toFrontmatter(task),
      title: `${task[chooseLanguage(request)].title} (skill)`,
      mimeType: 'text/markdown',
    }))

  return { listResources, methods: { 'skills/list': list, 'skills/get': get }, read }
}
