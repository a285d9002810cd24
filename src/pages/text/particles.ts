/** How each digit ends when it is read in Korean: with 로 after a vowel or ㄹ, else with 으로. */
const DIGITS = ['으로', '로', '로', '으로', '로', '로', '으로', '로', '로', '로']

const HANGUL = 0xac00
const SYLLABLES = 11_172
const RIEUL = 8

/** Latin words whose Korean reading ends in a consonant other than ㄹ, such as 닷컴, 닷넷 and 앱. */
const CLOSED = /(?:[mnp]|net|ine)$/i

/** A name as a direction or a means: `서울로`, `부산으로`, `localhost로`. What follows in parentheses is not read. */
export function withDirection(name: string): string {
  const spoken = name.replace(/\s*\([^()]*\)$/, '').replace(/["'”’]$/, '')
  const last = spoken.at(-1) ?? ''
  const syllable = last.charCodeAt(0) - HANGUL
  if (/\d/.test(last)) return name + (DIGITS[Number(last)] ?? '로')
  const final = syllable >= 0 && syllable < SYLLABLES ? syllable % 28 : CLOSED.test(spoken) ? 1 : 0
  return name + (final === 0 || final === RIEUL ? '로' : '으로')
}
