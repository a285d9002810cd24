import { parse } from '@plussub/srt-vtt-parser'
import { parseText, tokenizeVTTCue, type VTTNode } from 'media-captions'

export interface ParsedCue {
  id: string
  from: number
  to: number
  text: string
}

export const plussub = (file: string): ParsedCue[] => parse(file).entries

const getText = (node: VTTNode): string => (node.type === 'text' ? node.data : node.children.map(getText).join(''))

/** Parsed as media-captions does, its errors thrown; `text` and `voices` are what its cue renderer would show. */
export async function mediaCaptions(file: string, type: 'srt' | 'vtt') {
  const { cues } = await parseText(file, { type, strict: type === 'vtt' })
  return cues.map((cue) => {
    const nodes = tokenizeVTTCue(cue)
    return {
      id: cue.id,
      from: Math.round(cue.startTime * 1000),
      to: Math.round(cue.endTime * 1000),
      text: nodes.map(getText).join(''),
      voices: nodes.flatMap((node) => (node.type === 'v' ? [node.voice] : [])),
    }
  })
}
