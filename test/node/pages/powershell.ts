/** Characters that PowerShell takes for a single quote (about_Quoting_Rules): the straight one and four curly ones. */
const isQuote = (character: string) => /['‘’‚‛]/.test(character)

/**
 * Parses a PowerShell script by its quoting rules: in single quotes every character is literal, and two quotes of any
 * kind are one.
 */
export function readPowershell(script: string): { texts: string[]; code: string } {
  const texts: string[] = []
  let code = ''
  let text: string | undefined
  for (let at = 0; at < script.length; at++) {
    const character = script.charAt(at)
    if (text === undefined) {
      if (isQuote(character)) text = ''
      else if (character === '"') throw new Error('a text in double quotes is not expected')
      else code += character
    } else if (!isQuote(character)) text += character
    else if (isQuote(script.charAt(at + 1))) {
      text += character
      at++
    } else {
      texts.push(text)
      text = undefined
    }
  }
  if (text !== undefined) throw new Error('a text does not end')
  return { texts, code }
}
