/** Words before a request that say nothing about it. */
const POLITE =
  /^(?:(?:please|hey|hi|ok|okay|so|now|then|and|also|just|pls|plz|good (?:morning|afternoon|evening))[,!\s]+)*(?:(?:can|could|would|will) (?:you|u)(?: please| also)? |(?:i|we) (?:want|need|would like|['’]d like)(?: you)? to |let['’]?s |no just |if so )?(?:please |just )?/

const QUESTION_WORDS =
  /^(?:who|whom|whose|what|wat|which|when|where|why|how|is|are|was|were|did|do|does|has|have|had|any|am|can i|may i|will|should|anything|anyone|anybody|in which|on which|to which|from which|at what|by when|since when)\b|^(?:what|who|where|how|when)['’]?s\b/
const INFORMING_VERBS =
  /^(?:tell (?:me|us)|show (?!.*\bagain\b)|list|check|find|look|read|search|give (?:me|us)|let me (?:know|see|hear)|get me|summari[sz]e|count|compare|explain|describe|export|download|play|open (?!a new)|watch|translate|sum |browse|scan|go through|walk me|remind me (?:what|who|which|how|when))\b/
/** A question at the end: "it shows some, what are the others". */
const CLAUSE_QUESTION =
  /[,;:.-] ?(?:who|whose|what|which|when|where|why|how|is|are|was|were|did|does|or is|or what)\b[^,]*$|\bor what\??$|[a-z] not yet (?:been )?[a-z]+$/
const CHANGING_VERBS =
  /^(?:add|append|accept|acknowledge|announce|answer|approve|archive|ask|assign|attach|bill|boost|bring|cancel|change|charge|chase|clean|clear|close|collect|comment|complete|confirm|convert|copy|correct|create|cross|delete|destroy|discard|dispatch|drop|dump|edit|empty|enter|erase|file|fill|finish|fix|forward|get rid|get .* (?:into|transcribed|done|paid)|give (?!me\b|us\b)|hide|import|insert|invite|invoice|kick|kill|label|leave|let (?!me\b|us\b)|log|make|mark|merge|move|name|note|nudge|open a new|organi[sz]e|overwrite|paint|pass|pay back|post|press|publish|pull|push|put|quote|record|redo|refund|reject|remind (?!me\b)|remove|rename|reopen|replace|reply|repost|resend|respond|restore|retweet|return|revoke|run|forget|poke|rewrite|save|say|schedule|scrap|send|set|share|ship|sort|start|stick|swap|sync|tag|take|tell (?!me\b|us\b)|thank|throw|tick|tidy|toss|transcribe|trash|turn|undelete|undo|unhide|update|upload|void|warn|wipe|withdraw|write)\b/

const KOREAN_QUESTION =
  /누가|누구|얼마|몇|언제|어디|뭐|뭘|뭔|무엇|무슨|어느|어떤|어때|왜|있어$|있나|있는지|했나|됐나|인가|는지|었어$|았어$|했어$|됐어$|였어$|왔어$|갔어$|었지$|았지$|했지$|더라$|나요$|까요?$|습니까$|[나니냐까죠]$|[가-힣](?:는|은|인|던)가요?$|대요?$|(?:거|건|것)(?:야|지|죠|예요|에요|인가)$|이야$|맞아$|맞나$/
const KOREAN_INFORMING =
  /(?:알려|보여|말해|찾아|찾아봐|읽어|설명해|(?<!입고 ?)확인해|가르쳐|비교해|뽑아|세어|골라|요약해|들려|불러|합계 내|계산해|(?<!(?:박스|할 ?일|로) ?)체크해|살펴|가져와|정리해서 ?(?:보여|알려)) ?(?:줘|줘요|줘봐|주세요|줄래|줄래요|줄 ?수 ?있\S*|주실\S*|주라|봐|봐줘|달라\S*)?$|싶어요?$|싶은데요?$|궁금\S*$|(?:요약|목록|명단|리스트|현황|내역|통계|비교|합계|총합|개수|여부|결과)$|좀$|것만$|거만$|(?<!원)만$/
/** What is not done yet: "답변 안 한 문의", "미답변 문의". */
const KOREAN_UNDONE =
  /(?:^| )(?:안|못) ?[가-힣]{0,4}[한된낸간온본준판난은](?: [가-힣]{1,6}){0,2}$|(?:^| )미(?:답변|처리|발송|배송|출고|결제|납|승인|확인|완료|정산)(?: ?[가-힣]{1,6}){0,2}$/
const KOREAN_REQUEST =
  /(?:줘|줘요|주세요|주십시오|줄래|줄래요|줄 ?수 ?있\S*|주실\S*|주라|줄까|드려|드려줘|달라\S*|달래|놔|놓아|둬|해라|하자|할래|해|내|보내|지워|올려|바꿔|옮겨|넣어|눌러|돌려|고쳐|없애|버려|빼|붙여|달아|남겨|적어|써|가려|숨겨|미뤄|받아|취소|삭제|추가|등록|수정|처리|환불|발송|청구|입력|으로|로)$/

/**
 * Whether a person asks something, or wants something to be changed. A request in the form of a question ("can you delete
 * it?") is no question, and one to be told something ("show me") is. Undefined when the words do not say.
 *
 * @param text in English or Korean
 */
export function getIntent(text: string): 'question' | 'command' | undefined {
  const asked = text
    .toLowerCase()
    .trim()
    .replace(/[.!~…\s]+$/, '')
  return /[가-힣]/.test(asked) ? getKoreanIntent(asked) : getEnglishIntent(asked)
}

/** A request that begins with a question and then wants a change: "who has not paid? remind them". */
export function splitQuestion(text: string): { question: string; command: string } | undefined {
  for (const { index, 0: end } of text.matchAll(/[?,;.!]\s+/g)) {
    const question = text.slice(0, index).trim()
    const isMarked = end.startsWith('?') || ASKING_WORDS.test(question)
    if (!isMarked || getIntent(`${question}?`) !== 'question') continue
    const command = text.slice(index + end.length)
    return getIntent(command) === 'command' ? { question, command } : undefined
  }
  return undefined
}

/** Words that make a question of a clause without a question mark. */
const ASKING_WORDS = /^(?:who|whom|whose|what|which|when|where|how)\b|누가|누구|얼마|몇|언제|어디|뭐|뭘|무엇|어느|어떤/i

function getEnglishIntent(asked: string) {
  const [wish = '', ...others] = asked
    .split(/[,;.:!?]\s+| and (?:then )?| then /)
    .map((clause) => clause.trim().replace(POLITE, ''))
  const isChange = CHANGING_VERBS.test(wish) && !/ or (?:what|not)\??$/.test(asked)
  if (isChange) return 'command'
  const isLaterChange = others.some((other) => CHANGING_VERBS.test(other))
  if (QUESTION_WORDS.test(wish) || INFORMING_VERBS.test(wish)) return isLaterChange ? undefined : 'question'
  if (isLaterChange) return 'command'
  if (CLAUSE_QUESTION.test(asked)) return 'question'
  return asked.endsWith('?') && asked.replace(POLITE, '') === asked ? 'question' : undefined
}

/** The end of a Korean sentence says what it is. */
function getKoreanIntent(asked: string) {
  const end = asked.replace(/[^가-힣]+$/, '')
  if (KOREAN_INFORMING.test(end) || /야 ?(?:해|돼|되|하)[가-힣]{0,2}$/.test(end)) return 'question'
  if (KOREAN_REQUEST.test(end)) return 'command'
  return asked.endsWith('?') || KOREAN_QUESTION.test(end) || KOREAN_UNDONE.test(end) ? 'question' : undefined
}
