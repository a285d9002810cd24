import { describe, expect, it } from 'vitest'
import { captionPath, needsToken } from '../../../src/groups/video/captions.ts'

const BASE = 'https://www.youtube.com/api/timedtext'

describe('caption links (video facts, section 3)', () => {
  it('requests json3 and changes nothing else', () => {
    for (const [query, expected] of [
      ['?v=a&signature=A.B&lang=ko', '?v=a&signature=A.B&lang=ko&fmt=json3'],
      ['?v=a&lang=ko&fmt=srv3', '?v=a&lang=ko&fmt=json3'],
      ['?fmt=srv1&v=a&fmt=vtt', '?v=a&fmt=json3'],
      ['?sparams=ip%2Cv&name=a+b%3Ac:d', '?sparams=ip%2Cv&name=a+b%3Ac:d&fmt=json3'],
      ['', '?fmt=json3'],
    ] as const)
      expect.soft(captionPath(`${BASE}${query}`), String(query)).toBe(`/api/timedtext${expected}`)
  })

  it('may be on any host under youtube.com', () => {
    expect(captionPath('https://m.youtube.com/api/timedtext?v=a')).toBe('/api/timedtext?v=a&fmt=json3')
  })

  it('to anywhere else is 502', () => {
    for (const link of [
      'https://video.example/api/timedtext?v=a',
      'https://notyoutube.com/api/timedtext?v=a',
      'https://youtube.com.video.example/api/timedtext',
      'https://www.youtube.com:8443/api/timedtext',
      'http://www.youtube.com/api/timedtext?v=a',
      'https://www.youtube.com/api/other?v=a',
      'https://www.youtube.com/api/timedtext/../../redirect?q=x',
      '/api/timedtext?v=a',
    ])
      expect.soft(() => captionPath(link), String(link)).toThrow(expect.objectContaining({ status: 502 }))
  })
})

describe('token marks (video facts, section 2)', () => {
  it('are in the experiments of a link', () => {
    for (const [link, expected] of [
      [`${BASE}?exp=xpe&v=a`, true],
      [`${BASE}?exp=xpv`, true],
      [`${BASE}?exp=xftt%2Cxpe`, true],
      [`${BASE}?exp=xftt,xctw`, false],
      [`${BASE}?v=xpe`, false],
      ['not a link', false],
    ] as const)
      expect.soft(needsToken(link), String(link)).toBe(expected)
  })
})
