/** This many frames are enough to find a bug. */
const MOST_FRAMES = 12

/**
 * Logs the location of an unexpected error: its class and the stack frames, which name locations in our own code. Its
 * message is left out because it may quote a caller or a product.
 */
export function logUnhandledError(requestId: string, error: unknown): void {
  console.log(JSON.stringify({ request_id: requestId, bug: getClassName(error), frames: parseFrames(error) }))
}

const getClassName = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error)

/** Parses only the part of the stack after the message, because a line of the message may look like a frame. */
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
