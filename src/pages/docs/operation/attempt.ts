import { useRef, useState } from 'preact/hooks'
import { useTexts } from '../../text/language.tsx'
import { type Answer, type DescribedRequest, send } from '../request.ts'
import { docsTexts } from '../text.ts'

interface State {
  /** Shown instead of an outcome. */
  note?: string
  answer?: Answer
}

/** One request at a time, which can be aborted. */
export function useAttempt() {
  const { trying } = useTexts(docsTexts)
  const [{ note, answer }, setState] = useState<State>({})
  const [running, setRunning] = useState(false)
  const controller = useRef<AbortController | null>(null)
  const start = async (request: DescribedRequest, key: string | undefined) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setState({ note: trying.waiting })
    setRunning(true)
    try {
      setState({ answer: await send(request, key, signal) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      setState({ note: signal.aborted ? trying.stopped : trying.unsent(reason) })
    } finally {
      setRunning(false)
    }
  }
  return {
    note,
    answer,
    running,
    start,
    stop: () => controller.current?.abort(),
    /** Says why nothing was sent. */
    decline: (why: string) => setState({ note: why }),
  }
}
