import { toStem } from './stems.ts'
import { findThings } from './synonyms.ts'

/** The terms of a text, and how much each counts. */
export type Terms = ReadonlyMap<string, number>

/** How much a word counts that is one of several for a thing, beside the thing. */
const OF_WORD = 0.6
/** How much a pair of words that follow each other counts beside the words themselves. */
const OF_PAIR = 0.5
/** How much a pair of Korean syllables counts. A word has several. */
const OF_SYLLABLES = 0.6
/** How much a word counts that says what something is about. */
const OF_TOPIC = 0.5

/**
 * The words of a text by their stems, the things that they name (synonyms.ts), and what is left of Korean by pairs of
 * syllables, the usual index for Korean without a dictionary.
 */
export const toTerms = (text: string): Terms => readTerms(simplify(text))

/** The terms of each phrase of a text, between commas. */
export const toPhrases = (text: string): Terms[] => simplify(text).split(',').map(readTerms)

/** Lower case, without times, and with a word for what has a form of its own, such as an address or an amount. */
const simplify = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\w.+-]+@[\w-]+\.[\w.]+/g, ' email address ')
    .replaceAll(/https?:\/\/\S+/g, ' link ')
    .replaceAll(/\b(?:40[134]|429|50[0234])\b/g, ' error ')
    .replaceAll(/\+82/g, ' country code ')
    .replaceAll(/\b\d{1,2}:\d\d\b/g, ' minute ')
    .replaceAll(/[가-힣]+지 ?(?:말고|마라|마)(?![가-힣])/g, ' ')
    .replaceAll(AMOUNTS, ' won ')
    .replaceAll(/tl;? ?dr/g, 'tldr')
    .replaceAll(TIMES, ' ')

function readTerms(plain: string): Terms {
  const terms = new Map<string, number>()
  const add = (term: string, share: number) => terms.set(term, Math.max(share, terms.get(term) ?? 0))
  for (const phrase of plain.split(/[,.;:!?()\n]+/)) {
    if (/[a-z]/.test(phrase)) addEnglish(phrase, add)
    if (/[가-힣]/.test(phrase)) addKorean(phrase, add)
  }
  return terms
}

type Add = (term: string, share: number) => void

function addEnglish(phrase: string, add: Add) {
  const words = (phrase.match(/[a-z]+\d?(?:['’][a-z]+)?/g) ?? []).map(toStem).filter((word) => !SKIPPED.has(word))
  let end = 0
  let topic = 0
  for (const [at, word] of words.entries()) {
    const found = findThings(words, at, FIRST)
    if (word === 'about') topic = at + 5
    const share = at < topic ? OF_TOPIC : 1
    if (found && at + found.length > end) {
      for (const thing of found.things) add(thing, share)
      end = at + found.length
    }
    // "give it all back": the verb stands before what it is about.
    if (PARTICLES_OF_VERBS.has(word))
      for (const verb of words.slice(Math.max(0, at - 5), Math.max(0, at - 1))) {
        const apart = findThings([verb, word], 0)
        if (apart?.length === 2) for (const thing of apart.things) add(thing, 1)
      }
    if (!COMMON.has(word)) add(word, (at < end ? OF_WORD : 1) * share)
    const next = words[at + 1]
    if (next && !IDLE.has(word) && !IDLE.has(next)) add(`${word} ${next}`, OF_PAIR)
  }
}

function addKorean(phrase: string, add: Add) {
  for (const [run] of phrase.matchAll(/[가-힣]+(?:\s+[가-힣]+)*/g)) {
    const words = run.split(/\s+/)
    const syllables = words.flatMap((word) => [...word])
    const starts = new Set<number>()
    let start = 0
    for (const word of words) {
      starts.add(start)
      start += word.length
    }
    starts.add(start)
    let rest = ''
    const flush = () => {
      addSyllables(rest, add)
      rest = ''
    }
    for (let at = 0; at < syllables.length; ) {
      if (starts.has(at)) flush()
      const found = findThings(syllables, at, starts)
      if (found) {
        flush()
        for (const thing of found.things) add(thing, 1)
        at += found.length
      } else {
        rest += syllables[at]
        at += 1
      }
    }
    flush()
  }
}

function addSyllables(word: string, add: Add) {
  if (COMMON_KOREAN.test(word)) return
  const stem = word.replace(PARTICLES, '')
  for (let at = 0; at < stem.length - 1; at += 1) add(stem.slice(at, at + 2), OF_SYLLABLES)
}

/** When, which says nothing about what. */
const TIMES =
  /(?:지난|이번|다음|저번) ?(?:주말|주|달|해|월요일|화요일|수요일|목요일|금요일|토요일|일요일)|[월화수목금토일]요일|오늘|어제|그제|그저께|내일|모레|아침|점심|저녁|오전|오후|작년|올해|금년|(?:일|이|삼|사|오|유|칠|팔|구|시|십일|십이)월(?=[ 에의분])|지금|요즘|방금|아까|이따|제발|혹시|번거로우시겠지만|안녕하세요|죄송하지만|부탁드립니다/g

const PARTICLES =
  /(?<=..)(?:에서는|에서|에게서|에게|한테서|한테|으로|이랑|부터|까지|에는|에도|들은|들을|들이|이나|라고|이라고|은|는|이|가|을|를|에|의|와|과|랑|로|도|만|들|좀|요)$/

const FIRST: ReadonlySet<number> = new Set([0])

const AMOUNTS =
  /\d{1,3}(?:,\d{3})+ ?(?:won|원)?|\d+ ?만 ?(?:\d*천)? ?원?|[일이삼사오육칠팔구십백]+만 ?(?:[일이삼사오육칠팔구]?천)? ?원|\d{4,} ?(?:won|원)/g

const PARTICLES_OF_VERBS: ReadonlySet<string> = new Set(['back', 'down', 'away', 'up', 'off', 'out', 'in', 'again'])

/** Words between those of a phrase: "get it back". */
const SKIPPED: ReadonlySet<string> = new Set(
  'a an the it them this that these those my our me us his her its your'.split(' ').map(toStem),
)

/** Words of tasks that say nothing about a tool. */
const COMMON: ReadonlySet<string> = new Set(
  'of to in on for and or i we you all with from by is are were be been what which who how when where do does can could will would shall should please just get give want need have has had new add some any at as so if then about up out there here now ok hey not no more than today yesterday tomorrow week month year morning afternoon evening night monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december last next ago pls plz thank thanks really also too very lately recently latest dear hello good under over into onto between after before once even only because while through around without within along else something somebody someone anything anybody anyone thing thing'
    .split(' ')
    .map(toStem),
)

/** Common words that say nothing beside another word, either. */
const IDLE: ReadonlySet<string> = new Set([...COMMON].filter((word) => !/^(?:not|no|how|who|out|up|more)$/.test(word)))

const COMMON_KOREAN =
  /^(?:(?:보여|알려|찾아|말해|해|좀)? ?(?:줘|주세요|줄래|줄|주라|달라)|있(?:어|나|었나|니|는지)|뭐|뭘|뭔|좀|다|내|나|내가|우리|그|이|저|거|것|수|더|지금|요즘|이번|이번주|이번달|주에|지난|지난주|지난달|어제|오늘|방금|아까|싶어|하고|그리고|해서|해|하는|한|할|된|돼|되는|왜|어떤|무슨|어느|어디|얼마나|전부|모두|같은|대한|에|의|을|를|해줘|해줄래|알려줘|보여줘|(?:했|됐|였|있|없|갔|왔|이었|었|았|겠)(?:어|지|나|니|는지|더라|던|던데|던가|냐|다|대|는데)?(?:요|고)?|한거|인거|거야|건지|인지|이야|인데|는데|라고|여서|더라|해요|합니다|하지|하게|하면|되면|해야|려고|는거|니까|이랑|에서|으로|하나|둘|두|세|네|개|번|건|쭉|싹|맨)$/
