import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TASKS } from '../../../../src/surfaces/mcp/prompts/tasks.ts'
import { RESOURCE_TYPES } from '../../../../src/surfaces/mcp/resources/resource-types.ts'
import { nameKey } from '../../../gateway/auth/keys/named-keys.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { HEADERS, setTable } from '../../../tasks/stage.ts'
import { type Connection, connectV2 } from '../clients.ts'

let table: ReturnType<typeof setTable>

beforeEach(() => {
  table = setTable()
})
afterEach(async () => {
  vi.restoreAllMocks()
  table.expectNothingUnexpected()
  await freshDeployment()
})

const connect = (connection: Connection = {}, mode?: 'auto' | 'legacy') =>
  connectV2(table.gateway, { headers: HEADERS, ...connection }, mode)
type Connected = Awaited<ReturnType<typeof connect>>

const names = async (client: Connected) => (await client.listPrompts()).prompts.map(({ name }) => name)
const textOf = ({ messages }: Awaited<ReturnType<Connected['getPrompt']>>) => {
  const content = messages[0]?.content
  return content?.type === 'text' ? content.text : expect.fail('no text')
}

describe('the tasks', () => {
  it.each(TASKS.map((task) => [task.name, task] as const))(
    '%s names only tools and arguments that exist',
    async (_, task) => {
      const { tools } = await (await connect()).listTools()
      const listed = tools.map(({ name }) => name)
      expect(task.tools.filter((name) => !listed.includes(name))).toEqual([])
      for (const { steps } of [task.en, task.ko]) {
        const text = steps.join('\n')
        // Every tool in the text is in the list of the task or can be done without.
        const named = [...text.matchAll(/\b(?:recorder|notes|workspace|shop|payment|video|social|gateway)_\w+/g)].map(
          ([name]) => name,
        )
        expect(named.filter((name) => !listed.includes(name))).toEqual([])
        expect(task.tools.filter((name) => !named.includes(name))).toEqual([])
        expect(steps).toHaveLength(task.en.steps.length)
      }
      const resources = RESOURCE_TYPES.map(({ name }) => name)
      expect(task.arguments.filter(({ resource }) => resource && !resources.includes(resource))).toEqual([])
    },
  )
})

describe.each(['auto', 'legacy'] as const)('a client that negotiates by %s', (mode) => {
  it('lists the prompts, in the language of the address', async () => {
    const client = await connect({}, mode)
    expect(await names(client)).toEqual(TASKS.map(({ name }) => name))
    const [prompt] = (await client.listPrompts()).prompts
    expect(prompt).toMatchObject({
      title: 'Turn a meeting into Notion tasks',
      arguments: [{ required: false }, { required: true }],
    })
    const korean = await (await connect({ search: '?lang=ko' }, mode)).listPrompts()
    expect(korean.prompts[0]?.title).toBe('회의를 노션 할 일로 정리')
    const browser = await (
      await connect({ headers: { ...HEADERS, 'Accept-Language': 'ko-KR,ko;q=0.9,en;q=0.8' } }, mode)
    ).listPrompts()
    expect(browser.prompts[0]?.title).toBe('회의를 노션 할 일로 정리')
  })

  it('gets one with its arguments', async () => {
    const client = await connect({}, mode)
    const args = { recording: 'Weekly~meeting~a1b2', table: 'Tasks' }
    const text = textOf(await client.getPrompt({ name: 'meeting-to-tasks', arguments: args }))
    expect(text).toMatch(
      /^Turn a meeting into Notion tasks\n\n- The recording.*: Weekly~meeting \(id a1b2\)\n- The Notion table.*: Tasks\n\n1\. Find/,
    )
    for (const wrong of [{}, { table: 'Tasks', tabel: 'x' }])
      await expect(client.getPrompt({ name: 'meeting-to-tasks', arguments: wrong })).rejects.toMatchObject({
        code: -32602,
      })
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 })
  })

  it('completes the names of recordings', async () => {
    const client = await connect({}, mode)
    const ref = { type: 'ref/prompt' as const, name: 'meeting-to-tasks' }
    const { completion } = await client.complete({ ref, argument: { name: 'recording', value: '회의' } })
    expect(completion.values).toEqual([expect.stringMatching(/회의.*~\w+$/)])
    expect((await client.complete({ ref, argument: { name: 'table', value: '' } })).completion.values).toEqual([])
  })
})

it('only those are listed whose tools are', async () => {
  expect(await names(await connect({ search: '?readonly=1' }))).toEqual([
    'find-what-was-said',
    'week-of-meetings',
    'month-of-sales',
    'unpaid-bills',
    'video-summary',
  ])
  const client = await connect({ key: await nameKey({ groups: ['video'] }) })
  expect(await names(client)).toEqual(['video-summary'])
  await expect(client.getPrompt({ name: 'send-bill' })).rejects.toMatchObject({ code: -32602 })
})

describe('skills', () => {
  it('are listed, read and verified by the official client', async () => {
    const client = await connect()
    const skills = new SkillsClient(client)
    const { resources } = await client.listResources()
    const { skills: listed } = await skills.list()
    expect(listed.map(({ frontmatter }) => frontmatter.name)).toEqual(TASKS.map(({ name }) => name))
    for (const skill of listed) {
      const { verified, body } = await skills.read(skill)
      expect({ verified, body }).toEqual({ verified: true, body: expect.stringContaining('\n1. ') })
      expect((await skills.get(skill.uri)).skill).toEqual(skill)
      expect(resources.find(({ uri }) => uri === skill.uri)).toMatchObject(skill.frontmatter)
    }
  })

  it('are only those whose tools are listed', async () => {
    const client = await connect({ search: '?groups=video' })
    const skills = new SkillsClient(client)
    expect((await skills.list()).skills.map(({ uri }) => uri)).toEqual(['skill://video-summary/SKILL.md'])
    const uri = 'skill://send-bill/SKILL.md'
    await expect(skills.get(uri)).rejects.toMatchObject({ code: -32602 })
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 })
  })

  it('are not declared in the revisions before their extension', async () => {
    expect(new SkillsClient(await connect({}, 'legacy')).supported).toBe(false)
  })
})
