/** `**menu**`, `` `code` ``, `[words](https://address)` and `[words](/path)` in texts. */
const MARK = /(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\((?:https:|\/)[^)]+\))/

export const Rich = ({ text }: { text: string }) => <>{text.split(MARK).map(piece)}</>

function piece(text: string) {
  if (text.startsWith('**')) return <strong>{text.slice(2, -2)}</strong>
  if (text.startsWith('`')) return <code>{text.slice(1, -1)}</code>
  const [, words, address] = /^\[([^\]]+)\]\(((?:https:|\/)[^)]+)\)$/.exec(text) ?? []
  if (!address) return text
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {words}
    </a>
  )
}
