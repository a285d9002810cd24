/** How late log lines may arrive, in milliseconds. */
const LATE_MS = 3_000

/** The log of local gateways, whose lines arrive shortly after the responses. */
export class Log {
  #lines: string[] = []

  readonly hear = (line: string): void => void this.#lines.push(line)

  /** Takes the lines since the last call, once there are as many as responses. */
  async take(answers: number): Promise<string[]> {
    const until = performance.now() + LATE_MS
    while (this.#lines.length < answers && performance.now() < until) await new Promise((go) => setTimeout(go, 5))
    return this.#lines.splice(0)
  }
}
