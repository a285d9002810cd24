import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { VIDEO_IDS } from '../../upstreams/video/ids.ts'
import { PRO_KEY } from '../started-gateway.ts'
import { sign, useStage } from './stage.ts'

const run = promisify(execFile)
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

const stage = useStage()
const inPackage = () => ({
  cwd: join(stage.packages, 'latchkey-python'),
  env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
})

const PROGRAM = `
import json, os, sys
from latchkey import Client, LatchkeyError, WebhookVerificationError, verify_webhook
given = json.loads(sys.argv[1])
client = Client(given["origin"], given["key"], headers={"X-Payment-Mode": "true"})
client.recorder.get_user()
client.notes.list_notes()
client.workspace.list_users()
client.shop.list_carriers()
client.payment.format_phone_number(phone="010-1234-5678")
client.social.get_user()
client.video.list_languages(video_id=given["video"])
client.events.list_types()
client.doctor(accounts=["notes"])
page = client.recorder.list_files(limit=1000)["data_file_list"]
paged = [one["id"] for one in client.recorder.iter_list_files(limit=7)]
bill = dict(product_nm="Lesson", member_nm="Kim", phone="010-1234-5678", price=1000, expire_dt="2099-12-31", idempotency_key="order-1")
before = len(list(client.payment.iter_list_bills()))
same = client.payment.request_bill(**bill) == client.payment.request_bill(**bill)
billed = len(list(client.payment.iter_list_bills())) - before
try:
    client.video.get_transcript(video_id="short")
except LatchkeyError as error:
    failure = [error.status, error.code, error.request_id is not None, given["key"] in repr(error)]
try:
    Client(given["origin"], given["key"] + "\\nX: 1").recorder.get_user()
except ValueError as error:
    failure.append(given["key"] in str(error))
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
keys = []
class Busy(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        keys.append(self.headers["Idempotency-Key"])
        self.send_response(503 if len(keys) == 1 else 200)
        self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(b"{}")
    def log_message(self, *_):
        pass
server = HTTPServer(("127.0.0.1", 0), Busy)
Thread(target=server.serve_forever, daemon=True).start()
del bill["idempotency_key"]
Client(f"http://127.0.0.1:{server.server_port}", "k").payment.request_bill(**bill)
retried = [len(keys), len(set(keys)), keys[0] is not None]
server.shutdown()
event = verify_webhook(given["signed"], given["body"], given["secret"])
refused = 0
for headers, body in (
    (given["signed"], given["body"] + " "),
    ({**given["signed"], "webhook-signature": "v1,AAAA"}, given["body"]),
    ({**given["signed"], "webhook-timestamp": "1"}, given["body"]),
):
    try:
        verify_webhook(headers, body, given["secret"])
    except WebhookVerificationError:
        refused += 1
print(json.dumps([sorted(paged) == sorted(one["id"] for one in page), len(page) > 7, same, billed, failure, event, refused, retried]))
`

it('calls every group, pages, bills once, and verifies webhooks', async () => {
  const body = '{"type":"latchkey.test"}'
  const given = {
    origin: stage.gateway.origin,
    key: PRO_KEY,
    signed: sign(body, SECRET),
    body,
    secret: SECRET,
    video: VIDEO_IDS.manual,
  }
  const { stdout } = await run('python3', ['-c', PROGRAM, JSON.stringify(given)], inPackage())
  expect(JSON.parse(stdout)).toEqual([
    true,
    true,
    true,
    1,
    [400, 'invalid_input', true, false, false],
    { type: 'latchkey.test' },
    3,
    [2, 1, true],
  ])
})

const hasMypy = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'mypy')))
if (!hasMypy) console.warn('The types of the Python package are not checked, since mypy is missing')

it.skipIf(!hasMypy)('has strict types', async () => {
  const { stdout } = await run(
    'mypy',
    ['--strict', '--python-version', '3.9', '--cache-dir', '/dev/null', 'latchkey'],
    inPackage(),
  )
  expect(stdout).toContain('no issues')
})
