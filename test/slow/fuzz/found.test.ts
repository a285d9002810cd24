import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtWorker } from '../../support/build.ts'
import { startTarget } from './local.ts'
import { toReport } from './report.ts'
import { fuzz, type Run } from './run.ts'
import type { Target } from './target.ts'

/** The purpose of the fuzzer: it finds a gateway that breaks any documented behaviour. */

/** Wraps the Worker and breaks one guarantee of each of several operations. */
const wrongdoer = (inner: string) => `
import worker from '${inner}'
export * from '${inner}'

const without = (answer, name) => { answer.headers.delete(name); return answer }
const with_ = (answer, name, value) => { answer.headers.set(name, value); return answer }
const line = (answer, more) => {
  const told = { request_id: answer.headers.get('X-Request-Id'), group: null, operation: null, actor: 'nobody', key: null, status: answer.status, upstream_ms: 0 }
  console.log(JSON.stringify({ ...told, ...more }))
  return answer
}

const WRONG = {
  '/recorder/devices': (answer) => without(answer, 'X-Request-Id'),
  '/recorder/config': (answer) => with_(answer, 'X-Request-Id', 'mine'),
  '/recorder/tags': (answer) => with_(answer, 'Cache-Control', 'public'),
  '/recorder/ai/status': (answer) => with_(answer, 'Access-Control-Allow-Origin', '*'),
  '/recorder/ai/trans-status': (answer) => with_(answer, 'Access-Control-Allow-Credentials', 'true'),
  '/notes/folders': (answer) => line(answer, {}),
  '/notes/webhooks': (answer, env) => with_(answer, 'X-Debug', btoa(env.NOTES_TOKEN)),
  '/notes/api-keys': (answer, env) => with_(answer, 'X-Debug', encodeURIComponent(env.SHOP_SESSION)),
  '/social/me': (answer) => answer.status === 200 ? new Response('{"success":true}', answer) : answer,
  '/social/limits': (answer) => answer.status >= 400 ? new Response(JSON.stringify({ success: false, error: 'no', stack: 'here' }), answer) : answer,
  '/social/insights': (answer) => answer.status === 400 ? new Response(answer.body, { status: 418, headers: answer.headers }) : answer,
  '/shop/category': (answer) => answer.status === 401 ? new Response('{"status":"success","error":"","result":{}}', { status: 200, headers: answer.headers }) : answer,
  '/shop/orders': (answer) => answer.status === 200 ? new Response('{"status":"error","error":"no","result":null}', { status: 500, headers: answer.headers }) : answer,
  '/payment/format-phone-number': (answer) => answer.status === 405 ? without(answer, 'Allow') : answer,
}

export default {
  ...worker,
  async fetch(request, env, context) {
    const given = await worker.fetch(request, env, context)
    const answer = new Response(given.body, given)
    const path = new URL(request.url).pathname.replace(/^\\/api\\/v\\d/, '')
    return WRONG[path] ? WRONG[path](answer, env) : answer
  },
}
`

const PROMISES: [what: string, id: string][] = [
  ['no X-Request-Id', 'recorder_list_devices'],
  ['X-Request-Id is not kept', 'recorder_get_config'],
  ['no Cache-Control: no-store', 'recorder_list_tags'],
  ['CORS headers for an origin that is not listed', 'recorder_list_tasks'],
  ['CORS headers without an Origin', 'recorder_list_tasks'],
  ['CORS with credentials', 'recorder_get_quota'],
  ['not one log line', 'notes_list_folders'],
  ['a secret is told', 'notes_list_webhooks'],
  ['a secret is told', 'notes_list_api_keys'],
  ['a success that is not as declared', 'social_get_user'],
  ['another failure envelope', 'social_get_limits'],
  ['a status that is not declared', 'social_get_insights'],
  ['another status than the right one', 'shop_get_category'],
  ['a failure that no product caused', 'shop_list_orders'],
  ['Allow names other methods', 'payment_format_phone_number'],
]

let target: Target
let run: Run

beforeAll(async () => {
  target = await startTarget(await builtWorker(), [wrongdoer])
  run = await fuzz(target, { seed: 5, count: 900, concurrency: 4, only: PROMISES.map(([, id]) => id) })
}, 90_000)

afterAll(() => target.stop())

it.each(PROMISES)('%s: %s', (what, id) => {
  const found = run.findings.filter((finding) => finding.what === what && finding.trial?.operation.operationId === id)
  expect(found, toReport({ ...run, findings: [] })).not.toEqual([])
})

it('prints each with a command that contains no secret', () => {
  const report = toReport(run)
  expect(report).toMatch(/curl -i --path-as-is -X GET .*'http:\/\/127\.0\.0\.1:\d+\/api\/v1\/recorder\/devices/)
  expect(report).toContain(`-H 'X-API-KEY: '"$KEY"`)
  for (const secret of target.secrets.values()) expect(report).not.toContain(secret)
})
