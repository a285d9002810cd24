import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findChromium, findWholeChromium } from '../../../scripts/support/chromium.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-chromium-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function install(path: string): Promise<string> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  return file
}

it('takes the browser that CHROMIUM names, before any other', async () => {
  const named = await install('my/browser')
  await install('Google/Chrome/Application/chrome.exe')
  expect(findChromium({ CHROMIUM: named, PROGRAMFILES: folder }, 'win32')).toBe(named)
})

it('takes another one where a whole browser is needed', async () => {
  const small = await install('bin/chromium-headless-shell')
  const whole = await install('Google/Chrome/Application/chrome.exe')
  expect(findWholeChromium({ CHROMIUM: small, PROGRAMFILES: folder }, 'win32')).toBe(whole)
  expect(findWholeChromium({ CHROMIUM: small }, 'win32')).toBeUndefined()
})

it('says so when CHROMIUM names a missing file', () => {
  const path = join(folder, 'nothing')
  expect(() => findChromium({ CHROMIUM: path })).toThrow(`CHROMIUM is ${path}, which does not exist`)
})

it.each<[NodeJS.Platform, string, string]>([
  ['win32', 'LOCALAPPDATA', 'Google/Chrome/Application/chrome.exe'],
  ['win32', 'PROGRAMFILES', 'Microsoft/Edge/Application/msedge.exe'],
  ['darwin', 'HOME', 'Applications/Chromium.app/Contents/MacOS/Chromium'],
])('finds what is installed on %s, by %s', async (platform, variable, path) => {
  const installed = await install(path)
  expect(findChromium({ [variable]: folder }, platform)).toBe(installed)
})

it('finds none if there is none', () => {
  expect(findChromium({ PROGRAMFILES: folder }, 'win32')).toBeUndefined()
})
