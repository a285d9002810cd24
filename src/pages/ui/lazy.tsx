import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { openSections, useLanguage, useTexts } from '../text/language.tsx'
import type { Section } from '../text/texts.ts'
import { Failure } from './Failure.tsx'
import { Loading } from './layout.tsx'
import { useLoaded } from './task.ts'

interface Options {
  /** The sections of texts that only this part uses. */
  sections: readonly Section[]
  /** Whether a placeholder takes its place while it loads. A dialog has none. */
  isDialog?: boolean
}

/** A part of the page that the browser loads, with its texts, when it is first shown. */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { sections, isDialog = false }: Options,
) {
  let loaded: FunctionComponent<Props> | undefined
  return function LazyPart({ onShown, ...props }: Props & { onShown?: () => void }) {
    const { reload } = useLanguage()
    const { value, error } = useLoaded(async () => {
      if (loaded) return loaded
      openSections(sections)
      const [part] = await Promise.all([load(), reload()])
      loaded = part
      return part
    })
    const texts = useTexts()
    // Two parts that open at the same time load texts twice, and the later answer may be the one without these.
    const hasTexts = sections.every((section) => section in texts)
    const Part = hasTexts ? (loaded ?? value) : undefined
    const isMissing = value !== undefined && !hasTexts
    useEffect(() => {
      if (isMissing) void reload()
    }, [isMissing])
    const isShown = Part !== undefined
    useEffect(() => {
      if (isShown) onShown?.()
    }, [isShown])
    // A part that does not load belongs to another version of the gateway, or the connection failed.
    if (error !== undefined && !Part) return <Failure error={error} retry={() => location.reload()} />
    if (!Part) return isDialog ? null : <Loading />
    return <Part {...(props as unknown as Props)} />
  }
}
