import { afterEach, describe, expect, it, vi } from 'vitest'
import { simulatedProducts } from '../../../../scripts/support/products.ts'
import { AREAS } from '../../../../src/base/groups.ts'
import { platform } from '../../../../src/base/platform.ts'
import { VERSION } from '../../../../src/base/version.ts'
import { API_VERSION } from '../../../../src/openapi/document.ts'
import { jsonSchema } from '../../../../src/openapi/json-schema.ts'
import { getOutput } from '../../../../src/openapi/registered.ts'
import { setStage } from '../../../contract/stage.ts'
import { type Subject, subjects } from '../../../contract/subjects.ts'
import { getOperations, readDocument } from '../../../openapi/document.ts'
import { sendExample } from '../../../openapi/send-example.ts'
import { trimmed } from '../../../openapi/shorten-answer.ts'
import { Clock } from '../../../simulators/clock.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { createGateway } from '../../../support/gateway.ts'
import { createWorldAt } from '../../../support/world.ts'

/**
 * The example responses of the document: each is the simulated products' response to the example request next to it, or
 * to the contract suite's request for the management app, which has no products. `--update` records them.
 */

afterEach(() => vi.restoreAllMocks())

describe.each(AREAS)('%s', (group) => {
  it('returns what was recorded: `--update` records it again', async () => {
    const answers: Record<string, unknown> = {}
    for (const subject of subjects) {
      const { id, operation } = subject
      const output = getOutput(operation)
      if (operation.group !== group || !output) continue
      // A new deployment, so that a response does not depend on another operation.
      await freshDeployment()
      stopClock()
      countBytes()
      const answer = await (group === 'admin' ? answerOfRow(subject) : answerOfExample(subject))
      answers[id] = trimmed(answer, jsonSchema(output, 'output'))
      vi.restoreAllMocks()
    }
    // A release changes no example.
    const text = JSON.stringify(answers, null, 1).replaceAll(`"version": "${VERSION}"`, `"version": "${API_VERSION}"`)
    await expect(`${text}\n`).toMatchFileSnapshot(`../../../examples/${group}.json`)
  }, 120_000)
})

const answerOfRow = async (subject: Subject): Promise<unknown> => (await setStage(subject).ask()).json

async function answerOfExample({ id, operation }: Subject): Promise<unknown> {
  const clock = new Clock()
  const { simulators, settings } = simulatedProducts(clock, countedIds())
  createWorldAt(clock, ...simulators)
  vi.spyOn(platform, 'uuid').mockImplementation(countedIds())
  const gateway = createGateway(settings)
  const documented = getOperations(await readDocument()).find(({ operationId }) => operationId === id)
  if (!documented) return expect.fail(`no ${id}`)
  const answer = await sendExample(gateway, documented)
  expect(answer.status, answer.text).toBe(operation.status)
  return answer.json
}

/** Ids in the form of UUIDs, the same in each recording. */
function countedIds(): () => string {
  let made = 0
  return () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
}

/** A library knows no other clock than this one. */
const stopClock = () => void vi.spyOn(Date, 'now').mockReturnValue(new Clock().now())

/** Replaces randomness, so that generated values, such as a key or a bill id, are the same in each recording. */
function countBytes(): void {
  let byte = 0
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) for (const at of array.keys()) array[at] = byte = (byte * 141 + 57) % 251
    return array
  })
}
