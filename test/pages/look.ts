import { expect } from 'vitest'
import type { Texts } from '../../src/pages/text/texts.ts'
import { getBrowser, getSite } from './browser.ts'
import { allTexts } from './texts.ts'
import {
  coveredByHeader,
  englishSentences,
  overflow,
  signedIn,
  smallTargets,
  technicalWords,
  type Visit,
  violations,
  visit,
} from './visit.ts'

/** How somebody sees the pages. */
export interface Look {
  language: 'en' | 'ko'
  width: 390 | 1440
  theme: 'light' | 'dark'
}

const named = (look: Look) => ({ ...look, name: `${look.language}, ${look.width} wide, ${look.theme}` })

/**
 * Two looks show a state in both languages, at both widths and in both themes. Which belong together alternates from one
 * journey to the next.
 */
export const LOOKS = [
  named({ language: 'ko', width: 390, theme: 'dark' }),
  named({ language: 'en', width: 1440, theme: 'light' }),
] as const
export const OTHER_LOOKS = [
  named({ language: 'ko', width: 1440, theme: 'light' }),
  named({ language: 'en', width: 390, theme: 'dark' }),
] as const

export interface Visitor extends Visit {
  texts: Texts
  /** Whether the visitor has a phone. */
  isPhone: boolean
  /** What every state of a page has to be, whoever looks at it. @param part checks only this part for accessibility */
  expectWell(state: string, part?: string): Promise<void>
  leave(): Promise<void>
}

interface Options extends Partial<Look> {
  stage?: object
  isSignedIn?: boolean
  height?: number
}

/** Somebody opens a page of the site, whose API is reset. */
export async function arriveAt(
  path: string,
  { language = 'en', width = 390, theme = 'light', stage = {}, isSignedIn = true, height = 844 }: Options = {},
): Promise<Visitor> {
  const [browser, site] = await Promise.all([getBrowser(), getSite()])
  await site.reset(stage)
  const visitor = await visit(browser, site, {
    locale: language === 'ko' ? 'ko-KR' : 'en-US',
    colorScheme: theme,
    viewport: { width, height },
  })
  if (isSignedIn) await signedIn(visitor.context, site.origin)
  await visitor.page.goto(`${site.origin}${path}`)
  return toVisitor(visitor, { language, width, theme })
}

export async function toVisitor(visitor: Visit, { language, width }: Look): Promise<Visitor> {
  const { page, context, complaints, elsewhere } = visitor
  const isPhone = width === 390
  return {
    ...visitor,
    isPhone,
    texts: await allTexts(language),
    async expectWell(state, part) {
      expect.soft(await overflow(page), state).toBeLessThanOrEqual(0)
      expect.soft(await violations(page, part), state).toEqual([])
      if (language === 'ko') expect.soft(await englishSentences(page), state).toEqual([])
      expect.soft(await technicalWords(page), state).toEqual([])
      if (isPhone) {
        expect.soft(await smallTargets(page), state).toEqual([])
        expect.soft(await coveredByHeader(page), state).toBeLessThanOrEqual(64)
      }
      const folder = process.env.SCREENSHOTS
      if (folder)
        await page.screenshot({
          path: `${folder}/${state.replaceAll(/\W+/g, '-')}-${language}-${width}.png`,
          fullPage: true,
        })
    },
    async leave() {
      await context.close()
      expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] })
    },
  }
}
