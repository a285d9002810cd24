/** A word without regard to case, blanks and hyphens: `One week ago` is `one_week_ago`. */
export const asWord = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
