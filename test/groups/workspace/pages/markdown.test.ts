import { describe, expect, it } from 'vitest'
import { NOTION_TOKENS, PAGES, projectId } from '../../../simulators/workspace/index.ts'
import { lastCall, refused, setStage, told } from '../stage.ts'

const at = (id: string = PAGES.onboarding) => `/workspace/pages/${id}/markdown`
const token = (name: keyof typeof NOTION_TOKENS) => ({ 'X-Workspace-Token': NOTION_TOKENS[name] })

describe('GET /workspace/pages/{page_id}/markdown', () => {
  it('returns the content of a page as the service has it', async () => {
    const { v2, called } = setStage()
    expect((await v2(`GET ${at()}`)).json).toEqual({
      success: true,
      id: PAGES.onboarding,
      markdown: 'First day\n- [ ] Get a key',
      truncated: false,
      unknown_block_ids: [],
      warnings: [],
    })
    expect(called()).toEqual([`GET /v1/pages/${PAGES.onboarding}/markdown`])
  })

  it('reports what is missing in a long page, and reads it by the returned ids', async () => {
    const { v2, product } = setStage()
    product.switches.markdownBlocks = 1
    const { json } = await v2(`GET ${at()}`)
    expect(json).toMatchObject({ truncated: true, unknown_block_ids: [expect.any(String)] })
    expect(json.warnings).toEqual([expect.stringMatching(/^markdown: is not the whole content: 1 blocks/)])
    expect((await v2(`GET ${at(json.unknown_block_ids[0])}`)).json.markdown).toBe('- [ ] Get a key')
  })

  it('is empty for an empty page, and 502 for a response without it', async () => {
    const { v2, product } = setStage()
    expect((await v2(`GET ${at(projectId(2))}`)).json.markdown).toBe('')
    product.fail({ kind: 'status', status: 200, body: '{"object":"page_markdown"}' })
    expect((await v2(`GET ${at()}`)).json.error).toMatch(/cannot be read: markdown$/)
  })

  it.each([
    [PAGES.diary, 'full', 404],
    [PAGES.onboarding, 'insertOnly', 403],
  ] as const)('of %s with the token %s is %i', async (id, name, status) => {
    const { v2 } = setStage()
    expect((await v2(`GET ${at(id)}`, undefined, token(name))).status).toBe(status)
  })
})

describe('PUT /workspace/pages/{page_id}/markdown', () => {
  it('replaces all content, also with nothing', async () => {
    const stage = setStage()
    const { json } = await stage.v2(`PUT ${at()}`, { markdown: '# 계획 🎯\n\n* one\n* two' })
    expect(json).toMatchObject({ success: true, markdown: '# 계획 🎯\n- one\n- two', warnings: [] })
    expect(JSON.parse(lastCall(stage).body)).toEqual({
      type: 'replace_content',
      replace_content: { new_str: '# 계획 🎯\n\n* one\n* two' },
    })
    expect((await stage.v2(`PUT ${at()}`, { markdown: '' })).json.markdown).toBe('')
  })

  it('deletes no child page and no bookmark unless that is allowed', async () => {
    const { v2 } = setStage()
    const before = (await v2(`GET ${at(PAGES.handbook)}`)).json.markdown
    const refusal = await v2(`PUT ${at(PAGES.handbook)}`, { markdown: 'New' })
    expect(told(refusal)).toEqual(
      refused(400, expect.stringMatching(/child_page "Onboarding".+allow_deleting_content/)),
    )
    expect((await v2(`GET ${at(PAGES.handbook)}`)).json.markdown).toBe(before)
    expect((await v2(`PUT ${at(PAGES.handbook)}`, { markdown: `New\n${before}` })).json.markdown).toBe(`New\n${before}`)
    const allowed = await v2(`PUT ${at(PAGES.handbook)}`, { markdown: 'New', allow_deleting_content: true })
    expect(allowed.json.markdown).toBe('New')
  })

  it.each([
    [PAGES.attic, 'full', 400, /^Can't edit block that is archived/],
    [PAGES.diary, 'full', 404, /^Could not find/],
    [PAGES.onboarding, 'insertOnly', 403, /^Insufficient permissions/],
  ] as const)('on %s with the token %s is the failure of the product', async (id, name, status, message) => {
    const { v2 } = setStage()
    const answer = await v2(`PUT ${at(id)}`, { markdown: 'a' }, token(name))
    expect(told(answer)).toEqual(refused(status, expect.stringMatching(message)))
  })

  it.each([
    [{}, 'markdown: is required'],
    [{ markdown: null }, 'markdown: must be text'],
    [{ markdown: 'a', allow_deleting_content: 'yes' }, 'allow_deleting_content: must be true, false, 1 or 0'],
  ])('refuses %j', async (body, message) => {
    const { v2, called } = setStage()
    expect(told(await v2(`PUT ${at()}`, body))).toEqual(refused(400, message))
    expect(called()).toEqual([])
  })
})

describe('POST /workspace/pages/{page_id}/markdown', () => {
  it('appends at the end and does not change the rest', async () => {
    const { v2 } = setStage()
    const { status, json } = await v2(`POST ${at()}`, { markdown: '## Later\n> Well' })
    expect([status, json.markdown]).toEqual([200, 'First day\n- [ ] Get a key\n## Later\n> Well'])
  })

  it('refuses an empty addition', async () => {
    const { v2 } = setStage()
    expect(told(await v2(`POST ${at()}`, { markdown: ' \n' }))).toEqual(refused(400, 'markdown: must not be empty'))
  })
})

describe.each(['PUT', 'POST'])('%s of Markdown', (method) => {
  it('is sent once, and says that the outcome is unknown, when its response is cut', async () => {
    const { v2, product, called } = setStage()
    product.fail({ kind: 'cut' }, { times: 1 })
    const { status, json } = await v2(`${method} ${at()}`, { markdown: 'a' })
    expect([status, json.error]).toEqual([502, expect.stringMatching(/whether it was written is not known, so look/)])
    expect(called()).toHaveLength(1)
    expect((await v2(`GET ${at()}`)).json.markdown).toMatch(/a$/)
  })

  it("is not repeated at the product's rate limit, which is reported with the time to wait", async () => {
    const { v2, product, called } = setStage()
    product.switches.callsPerSecond = 1
    await v2(`GET ${at()}`)
    const answer = await v2(`${method} ${at()}`, { markdown: 'a' })
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '1'])
    expect(called()).toHaveLength(2)
  })
})
