/** As many frames as tell the way to a fault. */
const MOST_FRAMES = 12

/**
 * Writes where an error that nobody expected came from (decisions.md section 2): its class and the frames of its stack,
 * which hold places in our own code. Its message is left out, since that may quote what a caller or a product sent.
 */
export function logBug(requestId: string, error: unknown): void {
  console.log(JSON.stringify({ request_id: requestId, bug: classOf(error), frames: framesOf(error) }))
}

const classOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error)

/** The lines behind the message: a message may have lines that look like frames. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || !error.stack) return []
  const { stack, message } = error
  const at = stack.indexOf(message)
  return stack
    .slice(at < 0 ? 0 : at + message.length)
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim())
}
