import { badInput } from '../../../base/errors.ts'
import { visibleText } from '../../../base/json.ts'

/** Throws 400 for a repeated parameter (RFC 6749, section 3.1). RFC 8707 allows `resource` to repeat. */
export function checkOnce(params: URLSearchParams): void {
  const names = new Set(params.keys())
  names.delete('resource')
  const doubled = [...names].filter((name) => params.getAll(name).length > 1)
  if (doubled.length > 0)
    throw badInput(`${doubled.map((name) => visibleText(name, 80)).join(', ')}: comes more than once`)
}

/** What each grant type exchanges. A request without one revokes a token (RFC 7009). */
const EXCHANGED = new Map([
  ['authorization_code', 'code'],
  ['refresh_token', 'refresh_token'],
  ['', 'token'],
])

/**
 * Throws 400 for a code or token that the grant type of a request does not use, so that nothing is looked up by one and
 * done with another. An empty parameter counts as absent, and other unknown ones are ignored.
 */
export function checkExchanged(form: URLSearchParams): void {
  const used = EXCHANGED.get(form.get('grant_type') ?? '')
  for (const name of EXCHANGED.values())
    if (name !== used && form.get(name)) throw badInput(`${name}: must not be sent with this grant_type`)
}
