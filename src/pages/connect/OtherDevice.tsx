import { generate } from 'lean-qr/nano'
import { useEffect, useMemo } from 'preact/hooks'
import { connectingTexts } from '../text/connecting.ts'
import { useTexts } from '../text/language.tsx'
import { CopyButton } from '../ui/shared.tsx'

interface Props {
  /** The URL for the other device. */
  url: string
  /** Whether the account was connected there. */
  fetchIsDone: () => Promise<boolean>
  onDone: () => void
}

/** The interval at which the page asks whether the other device is done, in milliseconds. */
const POLL_MS = 3_000

/** Continues on a computer, and notices when it is done there. */
export function OtherDevice({ url, fetchIsDone, onDone }: Props) {
  const connecting = useTexts(connectingTexts)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOpen = true
    const poll = async () => {
      // A page in the background asks once it is seen again.
      const isDone = !document.hidden && (await fetchIsDone().catch(() => false))
      if (!isOpen) return
      if (isDone) onDone()
      else timer = setTimeout(poll, POLL_MS)
    }
    timer = setTimeout(poll, POLL_MS)
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [url])
  return (
    <div class="other-device">
      <QrCode text={url} label={connecting.qr} />
      <div class="stack">
        <p>{connecting.otherLead}</p>
        <div class="actions">
          <CopyButton text={url} what={connecting.link} isLong />
          {'share' in navigator && <ShareButton url={url} />}
        </div>
        <p class="soft" role="status">
          {connecting.otherWaits}
        </p>
      </div>
    </div>
  )
}

/** Phones offer their own ways to send a link to a computer. */
function ShareButton({ url }: { url: string }) {
  const connecting = useTexts(connectingTexts)
  return (
    <button type="button" class="button plain" onClick={() => navigator.share({ url }).catch(() => {})}>
      {connecting.share}
    </button>
  )
}

/** The quiet zone around a code, in modules. */
const QUIET = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => generate(text), [text])
  const size = code.size + 2 * QUIET
  const cells = [...Array(code.size).keys()]
  const path = cells.flatMap((y) =>
    cells.filter((x) => code.get(x, y)).map((x) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`),
  )
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}
