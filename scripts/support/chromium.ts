import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** The message when there is no browser: what is skipped, and how to install one. */
export const NO_CHROMIUM = 'this machine has no Chromium: install one, or name it in the variable CHROMIUM'

/**
 * The path of a Chromium or Chrome on this machine: from the variable CHROMIUM, or the usual locations of the system.
 * Undefined when there is none.
 *
 * @throws Error when CHROMIUM names a file that does not exist
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string | undefined {
  const { CHROMIUM } = env
  if (!CHROMIUM) return usualPlaces(env, platform).find((path) => existsSync(path))
  if (!existsSync(CHROMIUM)) throw new Error(`CHROMIUM is ${CHROMIUM}, which does not exist`)
  return CHROMIUM
}

/** The path of one with windows and extensions, which Debian's `chromium-headless-shell` does not have. */
export const findWholeChromium = (
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string | undefined =>
  [env.CHROMIUM ?? '', ...usualPlaces(env, platform)].find((path) => !path.includes('headless') && existsSync(path))

function usualPlaces(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    const names = ['Chromium', 'Google Chrome', 'Microsoft Edge']
    return ['/Applications', join(env.HOME ?? '', 'Applications')].flatMap((folder) =>
      names.map((name) => join(folder, `${name}.app/Contents/MacOS/${name}`)),
    )
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined)
    const files = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe']
    return [...files, 'Microsoft/Edge/Application/msedge.exe'].flatMap((file) => roots.map((root) => join(root, file)))
  }
  // Debian's build without windows takes 0.6 times the CPU.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
  ]
  return [...names.map((name) => `/usr/bin/${name}`), '/snap/bin/chromium', '/usr/local/bin/chromium']
}

/**
 * Headless, and without network calls of its own.
 *
 * @param more further switches
 */
export const launchChromium = (executablePath: string, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    headless: true,
    args: [
      // Chromium refuses to run its sandbox as root, the user in containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
