import { randomBytes } from 'node:crypto'
import { getSecrets, PLACEHOLDERS, placeholderAccount } from './account.ts'
import { getFiles, type Recording } from './fixture.ts'
import { leakFinder } from './leaks.ts'
import { redactedCall, redactedRequest } from './redact-call.ts'
import { sensitiveParts } from './sensitive.ts'
import { runSession, type Session, type SessionOptions } from './session.ts'
import { Shapes } from './shape.ts'

export interface Recorded {
  session: Session
  recording: Recording
  /** The texts to write, by file name. */
  files: Map<string, string>
  /** Secrets found in them. If there is any, nothing may be written. */
  leaks: string[]
  shapes: Shapes
}

/** Records a group: calls its operations, redacts the data, and checks for remaining personal data. */
export async function record(options: SessionOptions): Promise<Recorded> {
  const { account } = options
  const session = await runSession(options)
  const secrets = getSecrets(account)
  const given = new Map(
    [...secrets]
      .flatMap(([name, value]) => parseForms(value).map((form) => [form, PLACEHOLDERS[name] ?? ''] as const))
      .filter(([, placeholder]) => placeholder),
  )
  const shapes = new Shapes(randomBytes(16).toString('hex'), given)
  // The first pass finds the personal texts, so that the second also finds them in URLs.
  redactAll(session, options, shapes)
  const recording = redactAll(session, options, shapes)
  const files = getFiles(recording)
  const originals = [
    ...session.heard.flatMap(({ url, body, answer }) => [decoded(url), body, answer]),
    ...session.taken.map(({ request }) => `${request.target} ${request.body ?? ''}`),
  ]
  // The hosts of products are not redacted.
  const hosts = originals.flatMap((text) => text.match(HOST) ?? []).flatMap(sensitiveParts)
  const leaksIn = leakFinder(secrets, originals, new Set([...Object.values(PLACEHOLDERS), ...hosts]))
  const leaks = [...files].flatMap(([name, text]) => leaksIn(text).map((leak) => `${name}: ${leak}`))
  return { session, recording, files, leaks, shapes }
}

const redactAll = (
  { taken, connecting, startedAt }: Session,
  { group, account }: SessionOptions,
  shapes: Shapes,
): Recording => ({
  connection: {
    recorded_at: new Date(startedAt).toISOString(),
    account: placeholderAccount(group, account),
    calls: connecting.map((call) => redactedCall(call, shapes)),
  },
  fixtures: taken.map(({ operation, request, calls }) => ({
    operation: operation.operationId,
    request: redactedRequest(request, operation.path, shapes),
    calls: calls.map((call) => redactedCall(call, shapes)),
  })),
})

/** A credential as it was pasted, and as it is sent to products. */
const parseForms = (value: string) => [value, value.replace(/^bearer +/i, ''), value.replaceAll('-', '')]

const HOST = /(?<=https?:\\?\/\\?\/)[\w.-]+/g

function decoded({ origin, pathname, searchParams }: URL): string {
  return [origin, pathname, ...searchParams.values()].join('\n')
}
