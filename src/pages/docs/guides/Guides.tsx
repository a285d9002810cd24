import { Markdown } from '../Markdown.tsx'
import { useTexts } from '../text/language.tsx'

/** The URL in the guides. It is replaced by that of this deployment. */
const EXAMPLE = 'https://gateway.example.com'

export const guideId = (name: string) => `guide-${name}`

/** The first line of a guide is its title. */
export const guideTitle = (text: string) => text.slice(2, text.indexOf('\n'))

export function Guides() {
  const { page, guides } = useTexts()
  return (
    <section aria-labelledby="guides">
      <h2 id="guides">{page.guides}</h2>
      {Object.entries(guides).map(([name, text]) => (
        <details class="panel" id={guideId(name)} key={name} open={name === 'start'}>
          <summary>
            <h3>{guideTitle(text)}</h3>
          </summary>
          <div class="inside prose">
            <Markdown text={text.replaceAll(EXAMPLE, location.origin)} />
          </div>
        </details>
      ))}
    </section>
  )
}
