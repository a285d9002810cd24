import { ApiError } from '../api/call.ts'

/** Whether the gateway refuses because ADMIN_KEY is missing or too short. */
export const isUnset = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.parameters.setting === 'ADMIN_KEY'
