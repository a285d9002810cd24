import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { Failure } from './Failure.tsx'
import { Loading } from './layout.tsx'
import { useLoaded } from './task.ts'

interface Options {
  /** Whether a placeholder takes its place while it loads. A dialog has none. */
  isDialog?: boolean
}

/**
 * A part of the page that the browser loads, with its texts, when it is first shown. Its `prepare` loads it before that, so
 * that it comes with what is around it; the part itself says why it cannot be loaded.
 */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { isDialog = false }: Options = {},
) {
  let loaded: FunctionComponent<Props> | undefined
  const prepare = async () => {
    loaded ??= await load()
    return loaded
  }
  function LazyPart({ onShown, ...props }: Props & { onShown?: () => void }) {
    const { value, error } = useLoaded(prepare)
    const Part = loaded ?? value
    const isShown = Part !== undefined
    useEffect(() => {
      if (isShown) onShown?.()
    }, [isShown])
    // A part that does not load belongs to another version of the gateway, or the connection failed.
    if (error !== undefined && !Part) return <Failure error={error} retry={() => location.reload()} />
    if (!Part) return isDialog ? null : <Loading />
    return <Part {...(props as unknown as Props)} />
  }
  return Object.assign(LazyPart, { prepare: () => prepare().catch(() => {}) })
}
