/** How a word ends when it is read aloud in Korean. */
type Ending = 'vowel' | 'rieul' | 'consonant'

const HANGUL = 0xac00
const SYLLABLES = 11_172
const FINALS = 28
/** The place of the final consonant of "일" among those of a syllable. */
const RIEUL = 8

/** 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구. */
const DIGITS: readonly Ending[] = [
  ...(['consonant', 'rieul', 'vowel', 'consonant', 'vowel'] as const),
  ...(['vowel', 'consonant', 'rieul', 'rieul', 'vowel'] as const),
]

/** Latin words, and letters that are read one by one: "kr" is 케이알. What matches nothing ends in a vowel. */
const LATIN: readonly (readonly [end: RegExp, ending: Ending])[] = [
  [/(?:l|\bkr|[A-Z]R)$/, 'rieul'],
  [/(?:[mn]|ng|ck|[aeiou][pt]|[MN])$/, 'consonant'],
]

function getEnding(word: string): Ending {
  // Nobody reads what stands in parentheses, and quotes.
  const spoken = (word.split('(')[0] ?? '').replace(/[^\p{L}\p{N}]{1,20}$/u, '')
  const last = spoken.at(-1) ?? ''
  const syllable = last.charCodeAt(0) - HANGUL
  if (syllable >= 0 && syllable < SYLLABLES) {
    const final = syllable % FINALS
    return final === 0 ? 'vowel' : final === RIEUL ? 'rieul' : 'consonant'
  }
  return DIGITS[Number(last || NaN)] ?? LATIN.find(([end]) => end.test(spoken))?.[1] ?? 'vowel'
}

/** A word as the subject of a sentence: 쿠팡이, 노트가. */
export const withSubject = (word: string): string => word + (getEnding(word) === 'vowel' ? '가' : '이')

/** Where something goes, or what it is made to: 쿠팡으로, 서울로, 노트로. */
export const withDirection = (word: string): string => word + (getEnding(word) === 'consonant' ? '으로' : '로')

/** A word that is quoted: `limit`이라는, `day`라는. */
export const withQuotation = (word: string): string => word + (getEnding(word) === 'vowel' ? '라는' : '이라는')
