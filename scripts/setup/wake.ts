/** The delays before each request, in milliseconds, because the new version may take some seconds to be reachable. */
const WAITS_MS = [0, 5_000]
const DEADLINE_MS = 10_000

/**
 * Calls a deployment that got another CREDENTIALS_KEY: a request starts the re-encryption, which then continues by
 * itself. Otherwise there may be no request for hours. Returns the message to show.
 */
export async function startReencryption(address: string | undefined): Promise<string> {
  let isReached = false
  for (const wait of WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    isReached = address !== undefined && (await answers(`${address}/health`))
  }
  const begun = isReached
    ? 'What the previous CREDENTIALS_KEY encrypted is being encrypted again.'
    : 'The gateway did not respond: open it once, so that it encrypts data of the previous CREDENTIALS_KEY again.'
  return `${begun}\nLeave CREDENTIALS_KEY_PREVIOUS set until the overview says that it can be removed (docs/operations.md, "Rotating keys").`
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE_MS) })
    await body?.cancel()
    return ok
  } catch {
    return false
  }
}
