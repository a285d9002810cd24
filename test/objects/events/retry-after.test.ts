import { expect, it } from 'vitest'
import { events, fileReady, ring, subscribe, useStage } from './stage.ts'

/** An endpoint that fails is tried with another event, in case only the first one is at fault, unless it said to wait. */
const stage = useStage()

it.each([
  ['that says how long to wait', { 'Retry-After': '60' }, ['first']],
  ['that says nothing', {}, ['first', 'second']],
])('an endpoint %s is asked for %j until the first event arrives', async (_, headers: HeadersInit, sent) => {
  await subscribe()
  stage().answers.set('hooks.example.com', () => new Response('', { status: 429, headers }))
  await events().keep([fileReady('first')])
  await ring(stage())
  await events().keep([fileReady('second')])
  for (let rung = 0; rung < 6; rung++) await ring(stage())
  expect([...new Set(stage().received.map(({ body }) => JSON.parse(body).data.file_id))]).toEqual(sent)
})
