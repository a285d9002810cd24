/** How long lines may take to arrive, in milliseconds. */
const LATE_MS = 3_000

/** What local gateways write, which arrives a little after their answers. */
export class Log {
  #lines: string[] = []

  readonly hear = (line: string): void => void this.#lines.push(line)

  /** Takes the lines since the last time, once there are as many as answers. */
  async take(answers: number): Promise<string[]> {
    const until = performance.now() + LATE_MS
    while (this.#lines.length < answers && performance.now() < until) await new Promise((go) => setTimeout(go, 5))
    return this.#lines.splice(0)
  }
}
