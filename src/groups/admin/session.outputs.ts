import * as z from 'zod'
import { SIGN_IN_METHODS } from '../../base/access.ts'

export const session = () =>
  z.object({ expires_at: z.iso.datetime().nullable().describe('When the session ends, ISO 8601; null without one') })

export const currentSession = () =>
  z.object({
    signed_in: z.boolean().describe('Whether the request has a session or ADMIN_KEY'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe('When the session ends, ISO 8601; null for ADMIN_KEY, absent when not signed in'),
  })

export const sessionList = () =>
  z.object({
    sessions: z
      .array(
        z.object({
          id: z.string().describe('Its id, for ending it'),
          device: z
            .string()
            .nullable()
            .describe('What signed in, as it said, and the city by its address; null where nothing is known'),
          method: z.enum(SIGN_IN_METHODS).describe('How the owner signed in'),
          passkey: z.string().nullable().describe('The name of that passkey; null for the key'),
          trusted: z.boolean().describe('Whether it was started with `trust`'),
          started_at: z.iso.datetime().describe('When it was started, ISO 8601'),
          last_seen_at: z.iso.datetime().describe('When it was used last, ISO 8601, exact to 10 minutes'),
          proved_at: z.iso.datetime().describe('When the admin key or a passkey was given last, ISO 8601'),
          expires_at: z.iso.datetime().describe('When it ends unless it is used, ISO 8601'),
          current: z.boolean().describe('Whether it is the session of this request'),
        }),
      )
      .describe('The last used one first'),
  })

export const endedSessions = () => z.object({ ended: z.int().describe('How many sessions were ended') })

export const passkey = () =>
  z.object({
    id: z.string().describe('Its id, for renaming and deleting it'),
    name: z.string().describe('What the owner calls it'),
    host: z.string().describe('The host at which it opens the management app'),
    created_at: z.iso.datetime().describe('When it was added, ISO 8601'),
    last_used_at: z.iso.datetime().nullable().describe('When it was used last, ISO 8601; null for never'),
  })

export const passkeyList = () => z.object({ passkeys: z.array(passkey()).describe('The oldest first') })

/** WebAuthn defines the options: a browser takes them as they are. */
const challenge = () => z.string().describe('What the browser signs, base64url')
const timeout = () => z.int().optional().describe('How long the browser waits for the person, in milliseconds')

export const passkeyRequest = () =>
  z.object({
    challenge: challenge(),
    timeout: timeout(),
    rpId: z.string().optional().describe('The host of this request'),
    userVerification: z.string().optional().describe('`required`: the device asks for a fingerprint, a face or a PIN'),
  })

export const signInRequest = () =>
  passkeyRequest().extend({ has_passkey: z.boolean().describe('Whether the gateway has a passkey of this host') })

export const passkeyCreation = () =>
  z.object({
    challenge: challenge(),
    timeout: timeout(),
    rp: z
      .object({
        id: z.string().optional().describe('The host of this request'),
        name: z.string().describe('The name of the service'),
      })
      .describe('What the passkey opens'),
    user: z
      .object({
        id: z.string().describe('The same for all passkeys of the deployment'),
        name: z.string().describe('The host of this request'),
        displayName: z.string().describe('The name of the service'),
      })
      .describe('Whom the device shows'),
    pubKeyCredParams: z
      .array(z.object({ alg: z.int().describe('Its number in COSE'), type: z.string().describe('`public-key`') }))
      .describe('The algorithms that are accepted'),
    excludeCredentials: z
      .array(
        z.object({
          id: z.string().describe('The credential, base64url'),
          type: z.string().describe('`public-key`'),
          transports: z.array(z.string()).optional().describe('How a browser reaches the device'),
        }),
      )
      .optional()
      .describe('The passkeys of this host that are there already'),
    authenticatorSelection: z
      .object({
        residentKey: z.string().optional().describe('`required`: the device stores the passkey'),
        requireResidentKey: z.boolean().optional().describe('The same for older browsers'),
        userVerification: z
          .string()
          .optional()
          .describe('`required`: the device asks for a fingerprint, a face or a PIN'),
      })
      .optional()
      .describe('What the device must be able to do'),
    attestation: z.string().optional().describe('`none`: the device need not identify itself'),
    extensions: z
      .object({ credProps: z.boolean().optional().describe('Whether the browser says what it made') })
      .optional()
      .describe('Extensions of WebAuthn'),
    hints: z.array(z.string()).optional().describe('Preferred kinds of devices'),
  })
