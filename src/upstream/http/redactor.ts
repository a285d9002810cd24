/** A shorter value occurs in many texts by chance: masking it would garble them, and show what it is. */
const LEAST_MASKED = 4

/** The credentials that a request used, masked in everything that a caller reads. */
export class Redactor {
  readonly #secrets = new Set<string>()

  get secrets(): ReadonlySet<string> {
    return this.#secrets
  }

  add(secret: string): void {
    this.#secrets.add(secret)
  }

  redact(text: string): string {
    // A credential is masked as it is and as a URL holds it. The longest comes first: where one credential is a part of
    // another, masking the part first would leave the rest readable.
    return [...this.#secrets]
      .flatMap((secret) => [secret, encodeURIComponent(secret)])
      .filter(({ length }) => length >= LEAST_MASKED)
      .sort((a, b) => b.length - a.length)
      .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
  }
}
