import { lazy } from '../base/lazy.ts'

/** The numbers with this many digits, from 0. */
const padded = (digits: number) =>
  lazy((): readonly string[] => Array.from({ length: 10 ** digits }, (_, value) => String(value).padStart(digits, '0')))

/** `00` to `99`. A subtitle file has tens of thousands of them, and a lookup takes a tenth of the time of padStart. */
const pairs = padded(2)

/** `000` to `999`, for the same reason: each part of a concatenated string is copied once more. */
const triples = padded(3)

const pair = (value: number) => pairs()[value] ?? String(value)

/** `HH:MM:SS` of integer milliseconds >= 0, rounded down to the second. Hours have two digits or more. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${pair(Math.floor(seconds / 3600))}:${pair(minutes % 60)}:${pair(seconds % 60)}`
}

/** `HH:MM:SS` and the milliseconds after `mark`: a comma in SubRip, a period in WebVTT. */
export const timestamp = (milliseconds: number, mark: ',' | '.') =>
  clock(milliseconds) + mark + triples()[milliseconds % 1000]
