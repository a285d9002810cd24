import { ApiError } from '../api/call.ts'

/** Whether the gateway refuses because ADMIN_KEY is missing or too short. */
export const isUnset = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.parameters.setting === 'ADMIN_KEY'

/** 24 random bytes in base64url, which need no quotes in shells and settings files. */
export const freshAdminKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** The same command in sh, PowerShell and cmd. It asks for the value. */
export const SET_COMMAND = 'npx wrangler secret put ADMIN_KEY'
