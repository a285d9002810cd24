import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { metadata } from '../../../src/groups/video/metadata.ts'
import * as answers from '../../../src/groups/video/outputs.ts'
import { languages, transcript } from '../../../src/groups/video/transcripts.ts'

const body = transcript().json

describe('transcript body', () => {
  it('has text as its default format', () => {
    const video_url = 'https://youtu.be/okManual001'
    expect(body.parse({ video_url })).toEqual({ video_url, format: 'text', source: 'any' })
  })

  it('takes every format', () => {
    for (const format of ['text', 'plain', 'json', 'srt', 'vtt', 'markdown'])
      expect.soft(body.parse({ video_id: 'okManual001', format }).format, String(format)).toBe(format)
  })

  it('refuses a wrong field', () => {
    for (const [field, wrong] of [
      ['format', { format: 'pdf' }],
      ['format', { format: '' }],
      ['video_id', { video_id: 'short' }],
      ['video_url', { video_url: 12 }],
      ['lang', { lang: 'Korean language' }],
      ['lang', { lang: 'k' }],
      ['lang', { lang: 'ko,,en' }],
      ['lang', { lang: [] }],
      ['lang', { lang: ['ko', 7] }],
      ['lang', { lang: Array(21).fill('ko') }],
      ['source', { source: 'human' }],
    ] as const)
      expect.soft(body.safeParse(wrong).error?.issues[0]?.path, String(field)).toEqual([field])
  })

  it('takes the code of a language', () => {
    for (const lang of ['ko', 'en-US', 'zh-Hant', 'pt_BR', 'fil', 'sr-Latn-RS'])
      expect.soft(body.parse({ video_id: 'okManual001', lang }).lang, String(lang)).toEqual([lang])
  })
})

it.each([['ko,en-US'], ['ko , en-US'], [['ko', 'en-US']]])('takes the languages %j', (lang) => {
  expect(body.parse({ video_id: 'okManual001', lang }).lang).toEqual(['ko', 'en-US'])
})

describe('every field is described', () => {
  const undescribed = (schema: z.core.JSONSchema.BaseSchema, path: string): string[] => {
    const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      if (typeof field === 'boolean') return []
      return [...(field.description ? [] : [`${path}.${name}`]), ...undescribed(field, `${path}.${name}`)]
    })
    const parts = [schema.items, ...(schema.anyOf ?? [])].flatMap((part) =>
      part && typeof part === 'object' && !Array.isArray(part) ? undescribed(part, path) : [],
    )
    return [...fields, ...parts]
  }

  it('in each schema', () => {
    for (const [name, schema] of [
      ['transcript body', body],
      ['transcript answer', answers.transcript()],
      ['languages body', languages().json],
      ['languages answer', answers.languages()],
      ['metadata body', metadata().json],
      ['metadata answer', answers.metadata()],
    ] as const) {
      const described = z.toJSONSchema(schema, { io: 'input' })
      expect.soft(Object.keys(described.properties ?? {}).length, String(name)).toBeGreaterThan(0)
      expect.soft(undescribed(described, name), String(name)).toEqual([])
    }
  })
})
