import { ApiError } from '../api/call.ts'

/** Whether the gateway refuses because ADMIN_KEY is unset or short, with which it begins then (decisions.md section 11.2). */
export const isUnset = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && /^ADMIN_KEY\b/.test(error.message)

/** 24 random bytes in base64url, which no shell and no file of settings has to quote. */
export const freshAdminKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** The same in sh, PowerShell and cmd; it asks for the value. */
export const SET_COMMAND = 'npx wrangler secret put ADMIN_KEY'
