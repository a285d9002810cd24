import { afterEach, describe, expect, it, vi } from 'vitest'
import { MOST_TEXT } from '../../src/surfaces/mcp.cut.ts'
import { setStage } from '../contract/stage.ts'
import { type Subject, keySubjects as subjects } from '../contract/subjects.ts'
import { connectV1 } from './mcp-clients.ts'
import { toolCallOf } from './tool-call.ts'

afterEach(() => vi.restoreAllMocks())

/** A stage whose new ids are those of every other such stage. */
function setEqualStage(subject: Subject) {
  vi.restoreAllMocks()
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('00000000-0000-4000-8000-000000000001')
  return setStage(subject)
}

const overHttp = (subject: Subject) => setEqualStage(subject).ask()

/** The v1 client holds what it gets against the output schema of the tool. */
async function asTool(subject: Subject) {
  const { gateway } = setEqualStage(subject)
  const { headers, args } = toolCallOf(subject)
  const client = await connectV1(gateway, { headers, search: `?groups=${subject.contract.group}` })
  await client.listTools()
  return client.callTool(subject.id, args)
}

describe.each(subjects)('$id', (subject) => {
  it('answers as a tool what it answers over HTTP', async () => {
    const { text } = await overHttp(subject)
    const { isError, structured, texts } = await asTool(subject)
    expect(isError).toBe(false)
    if (!text) {
      expect({ structured, texts }).toEqual({ structured: undefined, texts: ['HTTP 204: done'] })
    } else if (text.length > MOST_TEXT) {
      expect(texts).toEqual([JSON.stringify(structured), expect.stringContaining(`the whole has ${text.length}`)])
    } else {
      expect({ structured, texts }).toEqual({ structured: JSON.parse(text), texts: [text] })
    }
  })
})
