import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { send } from '../api/call.ts'
import { call } from '../api/session.ts'
import type { Passkey } from '../api/types.ts'
import { noteOffered } from './passkey-support.ts'

/** The passkey functions of the browser. Each throws the browser's error when the person stops. */

async function answer(options: object) {
  const answered = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  return toBody(answered)
}

/** A response of the browser as the body of a call. */
const toBody = (response: AuthenticationResponseJSON | RegistrationResponseJSON) => ({
  ...response,
  clientExtensionResults: { ...response.clientExtensionResults },
  response: { ...response.response },
})

export async function signInWithPasskey(trust: boolean): Promise<void> {
  const { has_passkey: _, ...options } = await send('admin_get_sign_in_options')
  const response = await answer(options)
  await send('admin_sign_in_with_passkey', { body: { response, trust } })
  noteOffered()
}

export async function proveWithPasskey(): Promise<void> {
  const response = await answer(await send('admin_get_proof_options'))
  await send('admin_prove_session', { body: { response } })
}

export async function makePasskey(): Promise<Passkey> {
  const options: object = await call('admin_get_passkey_options')
  const response = toBody(await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
  const passkey = await call('admin_add_passkey', { body: { response } })
  noteOffered()
  return passkey
}
