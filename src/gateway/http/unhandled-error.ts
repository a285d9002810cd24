/** This many frames are enough to find a fault. */
const MOST_FRAMES = 12

/**
 * Writes where an error that nobody expected came from (decisions.md section 2): its class and the frames of its stack,
 * which name places in our own code. Its message is left out because it may quote what a caller or a product sent.
 */
export function logUnhandledError(requestId: string, error: unknown): void {
  console.log(JSON.stringify({ request_id: requestId, bug: getClassName(error), frames: parseFrames(error) }))
}

const getClassName = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error)

/** Reads only what follows the message in the stack, since a line of the message may look like a frame. */
function parseFrames(error: unknown): string[] {
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
