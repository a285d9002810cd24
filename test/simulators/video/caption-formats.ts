import type { CaptionEvent } from './seed-video.ts'

export interface Line {
  start: number
  /** Missing where the product has none. */
  duration?: number
  text: string
}

/** The lines that the text forms show: no window definitions and no appended breaks. */
export const splitLines = (events: CaptionEvent[]): Line[] =>
  events.flatMap(({ tStartMs, dDurationMs, segs, aAppend }) =>
    segs && !aAppend
      ? [
          {
            start: tStartMs,
            ...(dDurationMs === undefined ? {} : { duration: dDurationMs }),
            text: segs.map(({ utf8 }) => utf8).join(''),
          },
        ]
      : [],
  )

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? `&#${sign.charCodeAt(0)};`,
  )

const xml = (body: string) =>
  new Response(`<?xml version="1.0" encoding="utf-8" ?>${body}`, {
    headers: { 'content-type': 'text/xml; charset=UTF-8' },
  })

export function asSrv1(events: CaptionEvent[]): Response {
  const texts = splitLines(events).map(({ start, duration, text }) => {
    const dur = duration === undefined ? '' : ` dur="${duration / 1000}"`
    return `<text start="${start / 1000}"${dur}>${escaped(text)}</text>`
  })
  return xml(`<transcript>${texts.join('')}</transcript>`)
}

export function asSrv3(events: CaptionEvent[]): Response {
  const paragraphs = events.flatMap(({ tStartMs, dDurationMs, segs, aAppend }) => {
    if (!segs) return []
    const d = dDurationMs === undefined ? '' : ` d="${dDurationMs}"`
    const words = segs.map(({ utf8, tOffsetMs }) =>
      segs.length === 1 ? escaped(utf8) : `<s${tOffsetMs ? ` t="${tOffsetMs}"` : ''}>${escaped(utf8)}</s>`,
    )
    return [`<p t="${tStartMs}"${d}${aAppend ? ' a="1"' : ''}>${words.join('')}</p>`]
  })
  return xml(`<timedtext format="3"><body>${paragraphs.join('')}</body></timedtext>`)
}

export const asJson3 = (events: CaptionEvent[]): Response =>
  Response.json({ wireMagic: 'pb3', pens: [{}], wsWinStyles: [{}], wpWinPositions: [{}], events })

export function asVtt(events: CaptionEvent[], language: string): Response {
  const cues = splitLines(events).map(
    ({ start, duration = 0, text }) => `${clockTime(start)} --> ${clockTime(start + duration)}\n${text.trim()}`,
  )
  return new Response(
    ['WEBVTT', 'Kind: captions', `Language: ${language}`, '', ...cues.map((cue) => `${cue}\n`)].join('\n'),
    {
      headers: { 'content-type': 'text/vtt; charset=UTF-8' },
    },
  )
}

/** HH:MM:SS.mmm */
const clockTime = (ms: number) => new Date(ms).toISOString().slice(11, 23)
