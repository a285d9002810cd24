import { secretFinder } from '../support/secrets.ts'
import { sensitiveParts } from './sensitive.ts'

/**
 * Finds what must not be in a text: a credential in any form, or an e-mail address, long number or token of the
 * originals. Returns the kind of the finding, never the value.
 *
 * @param secrets credentials by name
 * @param originals everything that was sent and received, before it was redacted
 * @param given what may be in a recording
 */
export function leakFinder(
  secrets: ReadonlyMap<string, string>,
  originals: Iterable<string>,
  given: ReadonlySet<string>,
): (text: string) => string[] {
  const secretIn = secretFinder(secrets)
  const sensitive = new Set([...originals].flatMap(sensitiveParts).filter((part) => !given.has(part)))
  return (text) => {
    const secret = secretIn(text)
    const numbers = new Set(sensitiveParts(text))
    // A number within a longer one is another number.
    const left = [...sensitive].filter((part) =>
      isNumber(part) ? numbers.has(part) : text.includes(part) || text.includes(encodeURIComponent(part)),
    )
    return [
      ...(secret === undefined ? [] : [`the credential ${secret}`]),
      ...left.map((part) => `${formatKind(part)} of ${part.length} characters`),
    ]
  }
}

const isNumber = (part: string) => /^[+\d -]+$/.test(part)

function formatKind(part: string): string {
  if (part.includes('@')) return 'an e-mail address'
  return isNumber(part) ? 'a long number' : 'a token'
}
