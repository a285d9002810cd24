const SMALL = new Set('a an and as at but by for if in nor of on or per so than that the to up via with'.split(' '))
const UPPER = new Set('api ai id ids json url csv'.split(' '))

/** The words of a name: `File IDs` for `file_ids`. */
export const toLabel = (name: string): string =>
  toTitle(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .split(/[_.\s-]+/)
      .join(' '),
  )

export const toTitle = (text: string): string =>
  text
    .split(' ')
    .map((word, index, words) => {
      const lower = word.toLowerCase()
      if (UPPER.has(lower)) return lower === 'ids' ? 'IDs' : lower.toUpperCase()
      return index > 0 && index < words.length - 1 && SMALL.has(lower)
        ? lower
        : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')
