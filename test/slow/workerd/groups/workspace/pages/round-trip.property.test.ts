import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isObject, type JsonObject, member } from '../../../../../../src/base/json.ts'
import { document, joinedRuns, type Meaning, type Run } from '../../../../../groups/workspace/pages/document.ts'
import { setStage } from '../../../../../groups/workspace/stage.ts'
import { PAGES } from '../../../../../simulators/workspace/index.ts'

type V2 = ReturnType<typeof setStage>['v2']

interface Block {
  id: string
  type: string
  has_children: boolean
  content: JsonObject
}

const at = `/workspace/pages/${PAGES.onboarding}/markdown`

const blocksIn = async (v2: V2, id: string): Promise<Block[]> =>
  (await v2(`GET /workspace/blocks/${id}/children`)).json.results

/** The content of the page, according to its blocks. */
async function readMeaning(v2: V2, id: string): Promise<Meaning[]> {
  const told: Meaning[] = []
  for (const { id: inner, type, has_children, content } of await blocksIn(v2, id)) {
    const more = parseMore(type, content)
    told.push({
      kind: type,
      words: runsIn(content.rich_text),
      children: has_children ? await readMeaning(v2, inner) : [],
      ...(more !== undefined && { more }),
    })
  }
  return told
}

function parseMore(type: string, content: JsonObject): unknown {
  if (type === 'to_do') return content.checked
  if (type === 'code') return content.language
  if (type === 'table') return content.has_column_header
  if (type === 'callout') return member(content.icon, 'emoji')
  return type === 'table_row' && Array.isArray(content.cells) ? content.cells.map(runsIn) : undefined
}

const runsIn = (rich: unknown): Run[] => joinedRuns(Array.isArray(rich) ? rich.map(run) : [])

function run(piece: unknown): Run {
  const mention = member(piece, 'mention')
  const kind = String(member(mention, 'type'))
  if (isObject(mention)) return { text: `${kind} ${member(mention[kind], 'id')}`, look: [] }
  const text = String(member(piece, 'plain_text'))
  if (member(piece, 'type') === 'equation') return { text, look: ['equation'] }
  const annotations = member(piece, 'annotations')
  const look = Object.entries(isObject(annotations) ? annotations : {}).flatMap(([name, on]) =>
    on === true ? [name] : [],
  )
  const href = member(piece, 'href')
  return { text, look: typeof href === 'string' ? [...look, href] : look }
}

it('what is read can be written back: the meaning stays, and the Markdown byte for byte', async () => {
  const { v2 } = setStage()
  await fc.assert(
    fc.asyncProperty(document, async ({ lines, meaning }) => {
      const written = await v2(`PUT ${at}`, { markdown: lines.join('\n') })
      expect(written.status, written.text).toBe(200)
      expect(await readMeaning(v2, PAGES.onboarding)).toEqual(meaning)
      const first = (await v2(`GET ${at}`)).json.markdown
      await v2(`PUT ${at}`, { markdown: first })
      const second = (await v2(`GET ${at}`)).json.markdown
      expect(second).toBe(first)
      expect(await readMeaning(v2, PAGES.onboarding)).toEqual(meaning)
    }),
    { numRuns: 60 },
  )
}, 30_000)
