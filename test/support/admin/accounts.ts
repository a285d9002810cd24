import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode } from '../../../src/base/errors.ts'
import { putReports } from '../../../src/pages/accounts/need.ts'
import { type Account, FIELDS, isAccount, isFirst, productOf } from '../../../src/pages/api/accounts.ts'
import type { Report } from '../../../src/pages/api/types.ts'
import { disconnected, type Stage } from './stage.ts'

const LINK_HOURS = 4
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Accounts as the management API shows and connects them (docs/spec/admin.md, "Accounts"). */
export const accounts = (stage: () => Stage) =>
  new Hono()
    .get('/', (context) => context.json({ accounts: stage().reports }))
    .post('/test', (context) => {
      const connected = stage().reports.filter(({ state }) => state !== 'not_connected')
      return context.json({ accounts: connected.map(({ account }) => test(stage(), account)), untested: [] })
    })
    .post('/:account/test', (context) =>
      context.json({ account: test(stage(), context.req.param('account')), untested: [] }),
    )
    .post('/recognize', async (context) => {
      const { text } = await context.req.json<{ text: string }>()
      const { adminKey } = stage()
      return context.json({ key: adminKey !== null && text.includes(adminKey) ? 'admin_key' : null })
    })
    .get('/:account/newest', (context) => context.json({ newest: stage().newest }))
    .put('/:account', async (context) => {
      const refusal = await readRefusal(context, stage())
      if (refusal) return refusal
      return context.json({ account: connect(stage(), context.req.param('account')) })
    })
    .delete('/:account', (context) =>
      context.json({
        account: change(stage(), context.req.param('account'), {
          state: 'not_connected',
          source: null,
          message: null,
          hint: null,
          connected_at: null,
          expires_at: null,
          last_ok_at: null,
          last_error: null,
          identity: null,
        }),
      }),
    )
    .post('/:account/link', async (context) => {
      const token = crypto.randomUUID()
      const account = context.req.param('account') as Account
      stage().links[token] = { account, used: false, ended: false, ...(await context.req.json<object>()) }
      const { origin } = new URL(context.req.url)
      return context.json(
        { id: token, url: `${origin}/connect/${account}#${token}`, expires_at: hoursFromNow(LINK_HOURS) },
        201,
      )
    })

/** Why a credential is not stored, undefined when it is. Unknown fields are an error of the page. */
export async function readRefusal(context: Context, { verdict }: Stage): Promise<Response | undefined> {
  const body = await context.req.json<Record<string, unknown>>()
  const { force, ...values } = body
  const account = context.req.param('account') as Account
  const refuse = (
    status: ContentfulStatusCode,
    error: string,
    code: ErrorCode = 'invalid_input',
    parameters: object = { account },
  ) => context.json({ error, code, parameters }, status, { 'X-Request-Id': 'req-1b2c', 'X-Error-Code': code })
  const fields: readonly string[] = FIELDS[productOf(account)]
  const sent = Object.keys(values)
  const isOptional = (field: string) => field === 'issued_on'
  if (
    !fields.every((field) => isOptional(field) || sent.includes(field)) ||
    !sent.every((name) => fields.includes(name))
  )
    return refuse(400, `wanted ${fields.join()}, got ${sent.join()}`, 'invalid_input', { fields })
  if (Object.values(values).some((value) => typeof value !== 'string' || value === ''))
    return refuse(400, 'a field is empty', 'invalid_input', { fields })
  if (verdict === 'same')
    return refuse(409, `${account}: this account is already connected as ${productOf(account)}`, 'conflict')
  if (verdict === 'refuse') return refuse(400, `${account}: the product refuses this credential: copy it again`)
  if (verdict === 'unreachable' && force !== true)
    return refuse(502, `${account}: the product did not answer; force keeps it untested`, 'product_timeout')
  return undefined
}

/** Connects an account, and adds a further one before. */
export function connect(stage: Stage, account: string): Report {
  if (isAccount(account) && !isFirst(account)) {
    const first = toReport(stage, productOf(account))
    if (!stage.reports.some((report) => report.account === account))
      stage.reports = putReports(stage.reports, [disconnected(account, first.group)])
  }
  return change(stage, account, {
    ...(stage.verdict === 'unreachable' ? UNTESTED : worksNow()),
    source: 'kept',
    connected_at: new Date().toISOString(),
    expires_at: hoursFromNow(24 * 30),
    last_error: null,
    ...(stage.verdict === 'accept' && {
      identity: '이준호 (junho@haneul.example)',
      previous_identity: toReport(stage, account).identity,
    }),
  })
}

const UNTESTED: Partial<Report> = {
  ...{ state: 'untested', last_ok_at: null, message: null, hint: 'it was never tested' },
}

const worksNow = (): Partial<Report> => ({
  ...{ state: 'ok', last_ok_at: new Date().toISOString(), message: null, hint: null },
})

/** What does not work in the stage does not after a test either. */
function test(stage: Stage, account: string): Report {
  const { state } = toReport(stage, account)
  if (state === 'untested') return change(stage, account, worksNow())
  return change(stage, account, state === 'ok' ? worksNow() : {})
}

function toReport({ reports }: Stage, account: string): Report {
  const report = reports.find((other) => other.account === account)
  if (!report) throw new Error(`no account ${account}`)
  return report
}

const change = (stage: Stage, account: string, part: Partial<Report>): Report =>
  Object.assign(toReport(stage, account), part)
