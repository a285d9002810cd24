import type { Chapter } from '../answers.ts'

/** A line with a time and a title: `1:02:03 Title`, `0:00 - Title`, `(0:00) Title`, `- 0:00 Title`, `Title 0:00`. */
const TIME = /(?<![\d:])(?:(\d{1,2}):)?(\d{1,2}):(\d\d)(?![\d:])/

const LEAST = 3
const SHORTEST_SECONDS = 10

/**
 * The chapters in a description, by the product's rules: at least three times, starting at 0:00, in order, at least ten
 * seconds apart. Null without a description.
 */
export function chaptersIn(description: string | null): Chapter[] | null {
  if (description === null) return null
  const chapters = description.split('\n').flatMap(chapterIn)
  const isInOrder = chapters.every(({ start_seconds }, at) => {
    const before = chapters[at - 1]
    return before ? start_seconds - before.start_seconds >= SHORTEST_SECONDS : start_seconds === 0
  })
  return chapters.length >= LEAST && isInOrder ? chapters : []
}

function chapterIn(line: string): Chapter[] {
  const found = TIME.exec(line)
  if (!found) return []
  const [time, hours = '0', minutes = '0', seconds = '0'] = found
  const words = `${line.slice(0, found.index)}${line.slice(found.index + time.length)}`
  const title = withoutMarks(words)
  if (title === '' || Number(minutes) > 59 || Number(seconds) > 59) return []
  return [{ start_seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), title }]
}

const MARK = /[\s()[\]–—:|•*-]/

/** Removes separators between a time and its title. One regular expression for both ends would take quadratic time. */
function withoutMarks(words: string): string {
  let [from, to] = [0, words.length]
  while (from < to && MARK.test(words.charAt(from))) from += 1
  while (to > from && MARK.test(words.charAt(to - 1))) to -= 1
  return words.slice(from, to)
}
