/** `00` to `99`. A subtitle file has tens of thousands of them, and a lookup takes a tenth of the time of padStart. */
const PAIRS: readonly string[] = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))

/** `000` to `999`, for the same reason: each part of a concatenated string is copied once more. */
const TRIPLES: readonly string[] = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'))

const pair = (value: number) => PAIRS[value] ?? String(value)

/** `HH:MM:SS` of integer milliseconds >= 0, rounded down to the second. Hours have two digits or more. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${pair(Math.floor(seconds / 3600))}:${pair(minutes % 60)}:${pair(seconds % 60)}`
}

/** `HH:MM:SS` and the milliseconds after `mark`: a comma in SubRip, a period in WebVTT. */
export const timestamp = (milliseconds: number, mark: ',' | '.') =>
  clock(milliseconds) + mark + TRIPLES[milliseconds % 1000]
