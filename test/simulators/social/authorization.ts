import type { Context, Hono } from 'hono'
import { getToken, readParameters, type World } from './calls.ts'
import { badParameter } from './refusals.ts'
import type { Token } from './tokens.ts'

/** The app that the account has authorised. */
export const APP_ID = 'test-app-id'
export const APP_SECRET = 'test-app-secret'

/** The token calls, whose paths have no version (social facts, section 2). */
export function authorizationRoutes(app: Hono, { state, switches, clock }: World): void {
  const { tokens } = state
  const longLived = ({ value, expiresAt }: Token) => ({
    access_token: value,
    token_type: 'bearer',
    expires_in: Math.floor((expiresAt - clock.now()) / 1000),
  })

  app.post('/oauth/access_token', async (c) => {
    const { client_id, client_secret, grant_type, redirect_uri, code } = await readParameters(c)
    if (client_id !== APP_ID || client_secret !== APP_SECRET) throw badParameter('Error validating client secret.')
    if (grant_type !== 'authorization_code') throw badParameter('Param grant_type must be authorization_code')
    return c.json({ access_token: tokens.redeem(code, redirect_uri).value, user_id: state.profile.id })
  })

  app.get('/access_token', async (c) => {
    const parameters = await readParameters(c)
    if (parameters.grant_type !== 'th_exchange_token') throw badParameter('Param grant_type must be th_exchange_token')
    if (parameters.client_secret !== APP_SECRET) throw badParameter('Error validating client secret.')
    return c.json(longLived(tokens.exchange(getToken(c, parameters))))
  })

  app.get('/refresh_access_token', async (c) => {
    const parameters = await readParameters(c)
    if (parameters.grant_type !== 'th_refresh_token') throw badParameter('Param grant_type must be th_refresh_token')
    return c.json(longLived(tokens.refresh(getToken(c, parameters), switches.refresh)))
  })

  app.get('/debug_token', async (c) => {
    const parameters = await readParameters(c)
    tokens.alive(getToken(c, parameters))
    const asked = tokens.all.get(parameters.input_token ?? '')
    if (!asked) throw badParameter('Param input_token is not a valid token')
    return c.json({
      data: {
        type: 'USER',
        application: 'Latchkey',
        is_valid: !asked.revoked && asked.expiresAt > clock.now(),
        issued_at: Math.floor(asked.issuedAt / 1000),
        expires_at: Math.floor(asked.expiresAt / 1000),
        scopes: asked.scopes,
        user_id: state.profile.id,
      },
    })
  })
}

/** The page where a person authorizes an app to use the account, for a browser (social facts, section 2). */
export function consentRoutes(app: Hono, { state, switches }: World): void {
  app.get('/oauth/authorize', async (c) => {
    const parameters = await readParameters(c)
    const fault = toFault(parameters)
    if (fault) return c.json({ error_message: fault, error_code: 1349168 }, 400)
    const fields = ['client_id', 'redirect_uri', 'scope', 'response_type', 'state']
    const hidden = fields.map(
      (name) => `<input type="hidden" name="${name}" value="${escaped(parameters[name] ?? '')}">`,
    )
    return c.html(`<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Simulated Threads</title>
<h1>Simulated Threads</h1>
<p>The app ${escaped(parameters.client_id ?? '')} wants to use the account ${escaped(state.profile.username)}.</p>
<form method="post" action="/oauth/authorize">${hidden.join('')}
<button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></form></html>`)
  })

  app.post('/oauth/authorize', async (c) => {
    const parameters = await readParameters(c)
    const fault = toFault(parameters)
    if (fault) return c.json({ error_message: fault, error_code: 1349168 }, 400)
    const back = (query: Record<string, string>) => leadBack(c, parameters, query)
    if (parameters.answer === 'allow') return back({ code: state.tokens.authorize(parameters.redirect_uri ?? '') })
    return back({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    })
  })

  const toFault = ({ client_id, redirect_uri = '', response_type, scope = '' }: Readonly<Record<string, string>>) => {
    if (client_id !== APP_ID) return 'Invalid client_id'
    const isRegistered = switches.redirectUris?.includes(redirect_uri) ?? URL.canParse(redirect_uri)
    if (!isRegistered) return 'The redirect_uri is not one that the app has registered'
    if (response_type !== 'code') return 'response_type must be code'
    return scope.split(',').includes('threads_basic') ? undefined : 'The permission threads_basic is required'
  }
}

function leadBack(
  c: Context,
  { redirect_uri = '', state }: Readonly<Record<string, string>>,
  query: Record<string, string>,
) {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries({ ...query, ...(state !== undefined && { state }) })) {
    url.searchParams.set(name, value)
  }
  // Like the product: the text after `#` is not part of the code.
  return c.redirect(`${url}#_`)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
