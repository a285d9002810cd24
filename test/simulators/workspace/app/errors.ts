import { refuse } from '../../rest.ts'
import type { Fault } from '../../simulator.ts'

interface AppError {
  name: string
  message: string
  clientData?: { type: string }
  debugMessage?: string
}

/** Facts 8: recorded for 401. The names of the others are guesses in the same style. */
const KNOWN: Record<number, AppError> = {
  400: { name: 'ValidationError', message: 'Something went wrong.' },
  401: {
    name: 'UnauthorizedError',
    message: 'Token was invalid or expired.',
    clientData: { type: 'login_try_again' },
  },
  403: { name: 'ForbiddenError', message: 'You do not have access.' },
  404: { name: 'NotFoundError', message: 'Not found.' },
  429: { name: 'TooManyRequestsError', message: 'Please try again later.' },
}

const getError = (status: number) => KNOWN[status] ?? { name: 'InternalError', message: 'Something went wrong.' }

/** To be thrown: ends the request with the app's error. */
export function appRefusal(status: number, errorId: string, debugMessage?: string) {
  const body = { errorId, ...getError(status), ...(debugMessage && { debugMessage }) }
  return refuse(Response.json(body, { status }))
}

/** A fault for calls to the app's host, whose errors have another shape than the public API's. */
export function appFailure(status: number): Fault {
  const body = { errorId: '00000000-0000-4000-8000-00000000dead', ...getError(status) }
  return { kind: 'status', status, body: JSON.stringify(body) }
}
