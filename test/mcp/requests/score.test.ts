import { describe, expect, it } from 'vitest'
import { toTool } from '../../../src/mcp/definition.ts'
import { rankTools } from '../../../src/mcp/rank.ts'
import { toolSubjects } from '../../contract/subjects.ts'
import { REQUESTS as KNOWN } from './known.ts'
import { REQUESTS as UNSEEN } from './unseen.ts'

/**
 * How well `gateway_find_tools` understands people (docs/spec/mcp.md, "What people say"). Whoever writes words for
 * operations reads the known requests only, so the score of the others is the one that counts.
 */

const TOOLS = toolSubjects.map(({ method, route, operation }) => toTool({ method, path: route, operation }))
const READS = new Map(TOOLS.map(({ name, reads }) => [name, reads]))
const rank = (said: string) => rankTools(TOOLS, said).map(({ name }) => name)

/** The shares of requests whose operations are found at the first place, among three, and among the eight that are shown. */
function getScore(requests: typeof KNOWN) {
  const possible = requests.filter(({ wants }) => wants.length > 0)
  const share = (isFound: (names: string[], wants: readonly (readonly string[])[]) => boolean) =>
    possible.filter(({ said, wants }) => isFound(rank(said), wants)).length / possible.length
  const among = (most: number) =>
    share((names, wants) => wants.every((ids) => ids.some((id) => names.slice(0, most).includes(id))))
  const first = share(([name = ''], wants) => wants.flat().includes(name))
  return { first, three: among(3), eight: among(8) }
}

describe.each([
  ['known', KNOWN, { first: 0.9, three: 0.94 }],
  ['unseen', UNSEEN, { first: 0.8, three: 0.9 }],
] as const)('%s requests', (name, requests, least) => {
  it('lead to the operations that they need', () => {
    const score = getScore(requests)
    const percent = (share: number) => `${Math.round(share * 100)} %`
    console.log(
      `${name}: first ${percent(score.first)}, among three ${percent(score.three)}, among eight ${percent(score.eight)} of ${requests.length}`,
    )
    expect(score.first).toBeGreaterThanOrEqual(least.first)
    expect(score.three).toBeGreaterThanOrEqual(least.three)
  })

  it('never put a change first where something is asked', () => {
    const changes = requests
      .filter(({ asks }) => asks)
      .map(({ said }) => [said, rank(said)[0] ?? ''] as const)
      .filter(([, first]) => READS.get(first) === false)
    expect(changes.length / requests.length).toBeLessThan(0.02)
  })
})
