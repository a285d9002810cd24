import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Env } from '../../src/base/env.ts'
import { platform } from '../../src/base/platform.ts'
import { Settings } from '../../src/base/settings.ts'
import { UpstreamContext } from '../../src/upstream/context.ts'

/**
 * A sync reads fifty responses of up to 10 MiB each, in 128 MB. None may stay in memory after it was read, which Node
 * can check.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

it('a response is freed before the request ends', async () => {
  const upstream = new UpstreamContext(new Settings({} as Env), platform)
  const answers: WeakRef<object>[] = []
  for (let call = 0; call < 3; call++) {
    const read = async () => ({ text: `answer ${call}` })
    answers.push(new WeakRef((await upstream.deadline.race(read())) ?? {}))
  }
  await turn()
  collect()
  await turn()
  expect(answers.map((answer) => answer.deref())).toEqual([undefined, undefined, undefined])
  upstream.close()
})
