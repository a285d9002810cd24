import type { Hono } from 'hono'
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
