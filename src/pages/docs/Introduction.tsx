import { useTexts } from './text/language.tsx'

const DOCUMENTS = ['openapi.json', 'llms.txt']

export function Introduction({ hidden }: { hidden: boolean }) {
  const { page } = useTexts()
  return (
    <div class="prose" id="introduction" hidden={hidden}>
      <p class="soft" id="key-note">
        {page.keyNote}
      </p>
      <p class="soft">
        {page.documents}{' '}
        {DOCUMENTS.map((name, at) => (
          <>
            {at > 0 && ', '}
            <a href={`/${name}`}>{name}</a>
          </>
        ))}
      </p>
    </div>
  )
}
