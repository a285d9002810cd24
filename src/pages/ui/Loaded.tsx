import type { ComponentChildren } from 'preact'
import { Failure } from './Failure.tsx'
import { Loading } from './layout.tsx'
import type { useLoaded } from './task.ts'

interface LoadedProps<Value> extends Pick<ReturnType<typeof useLoaded<Value>>, 'value' | 'error' | 'reload'> {
  /** Stands there until the value is loaded. */
  placeholder?: ComponentChildren
  children: (value: Value) => ComponentChildren
}

/** A loaded value, or a placeholder until it is there. A failure is above it, with a button that loads again. */
export const Loaded = <Value,>({ value, error, reload, placeholder = <Loading />, children }: LoadedProps<Value>) => (
  <>
    <div role="alert">
      <Failure error={error} retry={reload} />
    </div>
    {value === undefined ? error === undefined && placeholder : children(value)}
  </>
)
