const stems = new Map<string, string>()
/** More words than tools and tasks have. */
const MOST_STEMS = 5000

/** English words without their usual endings. */
export function toStem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= MOST_STEMS) stems.clear()
  const stem = cutEndings(word)
  stems.set(word, stem)
  return stem
}

function cutEndings(word: string): string {
  const plain = word.replace(/['’]s$/, '').replace(/['’]/g, '')
  const known = IRREGULAR[plain]
  if (known) return toStem(known)
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`
  const cut = plain.replace(/(?<=..[^s])(?:ings?|ers?|ed|es|s)$/, '')
  if (cut.length < 3) return plain
  const single = cut.replace(/([bdgklmnprt])\1$/, '$1')
  return single.length > 3 ? single.replace(/e$/, '') : single
}

const IRREGULAR: Readonly<Record<string, string>> = {
  ...{ paid: 'pay', pays: 'pay', paying: 'pay', owed: 'owe', owes: 'owe', owing: 'owe', sold: 'sell', bought: 'buy' },
  ...{ said: 'say', spoke: 'speak', spoken: 'speak', told: 'tell', sent: 'send', made: 'make', wrote: 'write' },
  ...{ written: 'write', spent: 'spend', undid: 'undo', found: 'find', took: 'take', taken: 'take' },
  ...{ people: 'person', colleagues: 'colleague', did: 'do', dont: 'not', hasnt: 'not', havent: 'not' },
  ...{
    came: 'come',
    went: 'go',
    gone: 'go',
    threw: 'throw',
    thrown: 'throw',
    gave: 'give',
    got: 'get',
    brought: 'bring',
  },
  ...{
    hid: 'hide',
    hidden: 'hide',
    heard: 'hear',
    never: 'not',
    didnt: 'not',
    isnt: 'not',
    wont: 'not',
    doesnt: 'not',
  },
  ...{ mistakenly: 'mistake', pics: 'pic', dues: 'due', lost: 'lose', kept: 'keep', shown: 'show', began: 'begin' },
  ...{ stats: 'stat', ads: 'ad', was: 'is', ran: 'run' },
}
