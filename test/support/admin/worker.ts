import { Hono } from 'hono'
import type { Env } from '../../../src/base/env.ts'
import type { ErrorCode } from '../../../src/base/errors.ts'
import type { SettingsChange } from '../../../src/pages/api/types.ts'
import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import { business } from './business.ts'
import { confirmations } from './confirmations.ts'
import { data } from './data.ts'
import { events, eventsOverview } from './events.ts'
import { asking, grants } from './grants.ts'
import { keys } from './keys.ts'
import { links, listedLinks } from './links.ts'
import { gate, session } from './session.ts'
import { freshStage, type Stage } from './stage.ts'

/** The code of a failure, for those that this worker knows only by their status. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  401: 'not_signed_in',
  403: 'origin_refused',
  404: 'not_found',
  410: 'invalid_link',
  429: 'too_many_requests',
  500: 'internal_error',
}

/** The management API as the page sees it (docs/spec/admin.md), in the memory of one isolate. */
let stage = freshStage()
const now = () => stage

const admin = new Hono()
  .route('/session', session(now))
  .route('/grants', asking(now))
  .use('*', gate(now))
  .get('/overview', (context) => {
    const { origin } = new URL(context.req.url)
    const { time_zone, source } = stage.ownerSettings
    return context.json({
      base_url: `${origin}/api/v1`,
      licence: stage.licence,
      service_name: stage.ownerSettings.service_name,
      time_zone: source.time_zone === 'default' ? null : time_zone,
      version: '1.1.0',
      redirect_uri: `${origin}/connect/social/callback`,
      settings: [
        { name: 'API_KEY', set: true, kind: 'secret' },
        { name: 'CREDENTIALS_KEY', set: true, kind: 'secret' },
        { name: 'SHOP_SELLER_URL', set: true, kind: 'var' },
        { name: 'SOCIAL_APP_ID', set: false, kind: 'secret' },
        { name: 'KEY_LIMIT', set: true, kind: 'binding' },
      ],
      rotation: { remaining: 0, safe_to_remove_previous: true },
      warnings: [
        { code: 'api_key_short', message: 'API_KEY is shorter than 24 characters: set a long random text' },
        { code: 'relay_token_unset', message: 'RELAY_URL is set without RELAY_TOKEN' },
        ...stage.warnings,
      ],
    })
  })
  .get('/settings', (context) => context.json(stage.ownerSettings))
  .patch('/settings', async (context) => {
    const { source, refused_origins, ...before } = stage.ownerSettings
    const change = await context.req.json<SettingsChange>()
    if (change.allowed_origins?.some((origin) => URL.parse(origin)?.origin !== origin))
      return context.json(
        { error: 'allowed_origins[0]: must be an origin', code: 'invalid_input', parameters: {} },
        400,
      )
    const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null))
    const chosen = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, value === null ? 'default' : 'app']),
    )
    stage.ownerSettings = {
      ...{ ...before, ...changed, source: { ...source, ...chosen } },
      refused_origins: refused_origins.filter(({ origin }) => !change.allowed_origins?.includes(origin)),
    }
    return context.json(stage.ownerSettings)
  })
  .get('/api-key', (context) => context.json({ api_key: 'the-key-of-the-deployment' }))
  .post('/data-key', (context) => {
    stage.warnings = stage.warnings.filter(({ code }) => code !== 'wrong_credentials_key')
    return context.json({ started: true })
  })
  .post('/keys/copies', (context) => context.json({ restored: 2 }))
  .route('/accounts', accounts(now))
  .get('/webhooks/:account', (context) => context.json(stage.webhook))
  .route('/keys', keys(now))
  .route('/links', listedLinks(now))
  .route('/events', eventsOverview(now))
  .route('/grants', grants(now))
  .route('/confirmations', confirmations(now))
  .route('/data', data(now))
  .route('/', activity(now))
  .get('/usage', (context) => {
    const { days, hours, by } = context.req.query()
    const first = new Date(Date.now() + 9 * 3_600_000 - (Number(days ?? 1) - 1) * 86_400_000).toISOString().slice(0, 10)
    const rows = stage.usage.map((row) => (by === 'operation' ? { ...row, operation: `${row.group}_list_files` } : row))
    const toHour = (place: number) => new Date((Math.floor(Date.now() / 3_600_000) - place) * 3_600_000).toISOString()
    return context.json({
      days: days ? rows.flatMap(({ at, ...row }) => (at >= first ? [{ day: at, ...row }] : [])) : [],
      hours: hours
        ? rows.slice(0, Number(hours)).map(({ at: _, ...row }, place) => ({ hour: toHour(place), ...row }))
        : [],
      missing_until: null,
      complete_until: new Date().toISOString(),
    })
  })

export default new Hono<{ Bindings: Pick<Env, 'ASSETS'> }>()
  // How a test sets the stage.
  .put('/api/stage', async (context) => {
    stage = { ...freshStage(), ...(await context.req.json<Partial<Stage>>()) }
    return context.body(null, 204)
  })
  .patch('/api/stage', async (context) => {
    stage = { ...stage, ...(await context.req.json<Partial<Stage>>()) }
    return context.body(null, 204)
  })
  .use('/api/v1/*', async (context, next) => {
    context.header('Cache-Control', 'no-store')
    context.header('X-Request-Id', 'req-0a1b')
    await new Promise((resolve) => setTimeout(resolve, stage.delayMs))
    if (stage.broken && context.req.path.endsWith(stage.broken))
      context.res = context.json({ error: 'internal error' }, 500)
    else await next()
    const code = CODES[context.res.status]
    if (code && !context.res.headers.has('X-Error-Code')) context.res.headers.set('X-Error-Code', code)
  })
  .route('/api/v1/admin', admin)
  .route('/api/v1/events', new Hono().use('*', gate(now)).route('/', events(now)))
  .use('/api/v1/payment/*', gate(now))
  .use('/api/v1/shop/*', gate(now))
  .route('/api/v1', business())
  .route('/api/v1/connect', links(now))
  // What a key sees of Notion.
  .post('/api/v2/workspace/search', (context) => context.json({ results: stage.tables }))
  .get('/connect/:account/start', (context) =>
    context.redirect(`/?connected=${encodeURIComponent(context.req.param('account'))}`),
  )
  // Where the product sends a visitor with a link back to.
  .get('/connect/:account/callback', async (context) => {
    const account = context.req.param('account')
    const page = await context.env.ASSETS.fetch(new URL(`/connect/${account}`, context.req.url).href)
    const newest = { title: '가을 신간 안내', at: new Date().toISOString() }
    const connected = { account, identity: '@chaekbang.seoul', state: 'ok', expires_at: newest.at, newest }
    const line = `<meta name="connected" content="${encodeURIComponent(JSON.stringify(connected))}" />`
    return new Response((await page.text()).replace('</head>', `${line}</head>`), { headers: page.headers })
  })
  // The page of a further account.
  .get('/connect/:account', (context) => {
    const [product] = context.req.param('account').split(':')
    return context.env.ASSETS.fetch(new URL(`/connect/${product}`, context.req.url).href)
  })
