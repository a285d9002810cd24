const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** `HH:MM:SS` of integer milliseconds >= 0, rounded down to the second. Hours have two digits or more. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => digits(part, 2))
    .join(':')
}

/** `HH:MM:SS` and the milliseconds after `mark`: a comma in SubRip, a full stop in WebVTT. */
export const timestamp = (milliseconds: number, mark: ',' | '.') =>
  `${clock(milliseconds)}${mark}${digits(milliseconds % 1000, 3)}`
