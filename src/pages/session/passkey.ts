import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { call } from '../api/call.ts'
import { callSignedIn } from '../api/session.ts'
import type { Output } from '../api/types.ts'

/** The passkey functions of the browser. Each throws the browser's error when the person stops. */

async function answer(path: string) {
  const optionsJSON = await call<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`, { method: 'POST' })
  return startAuthentication({ optionsJSON })
}

export async function signInWithPasskey(trust: boolean): Promise<void> {
  const response = await answer('/admin/session/passkey')
  await call('/admin/session/passkey', { method: 'POST', body: { response, trust } })
}

export async function proveWithPasskey(): Promise<void> {
  const response = await answer('/admin/session/proof')
  await call('/admin/session/proof', { method: 'POST', body: { response } })
}

export async function makePasskey(): Promise<Output<'admin_add_passkey'>> {
  const path = '/admin/passkeys'
  const optionsJSON = await callSignedIn<PublicKeyCredentialCreationOptionsJSON>(`${path}/options`, { method: 'POST' })
  const response = await startRegistration({ optionsJSON })
  return callSignedIn(path, { method: 'POST', body: { response } })
}
