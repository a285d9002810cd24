import { takesTasks } from '../tasks/capability.ts'
import type { Params } from './message.ts'
import type { Method, ToolUse } from './method.ts'

/** Methods whose code is loaded with their first request, because most callers only use tools. */

type Methods<Name extends string> = Readonly<Record<Name, Method>>

/** Methods of a module. */
function later<Name extends string>(load: () => Promise<Methods<Name>>, names: readonly Name[]): Methods<Name> {
  const methods = names.map((name): [Name, Method] => [name, async (...args) => (await load())[name](...args)])
  return Object.fromEntries(methods) as Methods<Name>
}

export function laterMethods(use: ToolUse) {
  const resources = later(
    async () => (await import('../resources/resources.ts')).resourceMethods(use),
    ['resources/list', 'resources/templates/list', 'resources/read'],
  )
  return {
    ...resources,
    'resources/read': async (params, request) => {
      const { uri } = params
      const isSkill = typeof uri === 'string' && uri.startsWith('skill://')
      return isSkill ? (await skills(use)).read(uri, request) : resources['resources/read'](params, request)
    },
    ...later(async () => (await import('../prompts/prompts.ts')).promptMethods(use), ['prompts/list', 'prompts/get']),
    ...later(async () => (await import('../resources/completion.ts')).completionMethods(use), ['completion/complete']),
  } satisfies Record<string, Method>
}

const skills = async (use: ToolUse) => (await import('../prompts/skills.ts')).skillMethods(use)

/** The only tool that can outlast a request. */
const isLong = (params: Params) => params.name === 'recorder_transcribe_file_and_wait' && takesTasks(params)

/**
 * Methods of the extensions for tasks and skills.
 *
 * @param call the call of a tool
 */
export function extensionMethods(use: ToolUse, call: Method): Methods<string> {
  const tasks = async () => (await import('../tasks/tasks.ts')).taskMethods(use, call)
  return {
    'tools/call': async (params, request) =>
      isLong(params) ? (await tasks()).callAsTask(params, request) : call(params, request),
    ...later(async () => (await tasks()).methods, ['tasks/get', 'tasks/update', 'tasks/cancel']),
    // Skills are resources too, at the end of their list.
    'resources/list': async (params, request) => {
      const [resources, listed] = await Promise.all([
        laterMethods(use)['resources/list'](params, request),
        skills(use).then(({ listResources }) => listResources(request)),
      ])
      return JSON.stringify({ resources: [...JSON.parse(resources).resources, ...listed] })
    },
    ...later(async () => (await skills(use)).methods, ['skills/list', 'skills/get']),
  }
}
