import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { VERSION } from '../../src/base/version.ts'
import { ROOT } from './build.ts'
import { zip } from './zip.ts'

const ENTRY = 'server/index.mjs'

/** What the app replaces by a value. */
const placeholder = (name: string) => `\${${name}}`

/** The manifest of the format MCPB 0.3. The app asks for the settings and gives them to the server as variables. */
export const MANIFEST = {
  manifest_version: '0.3',
  name: 'latchkey',
  display_name: 'Latchkey',
  version: VERSION,
  description: 'Your recordings, notes, pages, sales, bills and posts, through your own Latchkey gateway.',
  long_description:
    'Connects this app to your own Latchkey gateway with an API key. Nothing is stored on this computer except for the settings. Apps that can connect to an address by themselves need no extension: give them the address with /mcp.',
  author: { name: 'Latchkey' },
  server: {
    type: 'node',
    entry_point: ENTRY,
    mcp_config: {
      command: 'node',
      args: [`${placeholder('__dirname')}/${ENTRY}`],
      env: {
        LATCHKEY_ADDRESS: placeholder('user_config.address'),
        LATCHKEY_KEY: placeholder('user_config.api_key'),
        LATCHKEY_READ_ONLY: placeholder('user_config.read_only'),
      },
    },
  },
  // Both depend on the key and on the accounts that are connected.
  tools_generated: true,
  prompts_generated: true,
  keywords: ['plaud', 'tiro', 'notion', 'coupang', 'payssam', 'youtube', 'threads'],
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=18.0.0' } },
  user_config: {
    address: {
      type: 'string',
      title: 'Address of the gateway (게이트웨이 주소)',
      description: 'Such as https://latchkey.example.workers.dev (배포한 게이트웨이의 주소)',
      required: true,
    },
    api_key: {
      type: 'string',
      title: 'API key (API 키)',
      description: 'Create one for this app in the management app (관리 앱에서 이 앱에 쓸 키를 만드세요)',
      sensitive: true,
      required: true,
    },
    read_only: {
      type: 'boolean',
      title: 'Only read (읽기만)',
      description: 'No tool changes, sends or pays anything (아무것도 바꾸거나 보내거나 결제하지 않습니다)',
      required: false,
      default: false,
    },
  },
  localization: { resources: `mcpb-resources/${placeholder('locale')}.json`, default_locale: 'en-US' },
}

const KOREAN = {
  description: '내 Latchkey 게이트웨이를 통해 녹음, 노트, 페이지, 매출, 청구서, 게시물을 사용합니다.',
  long_description:
    'API 키로 이 앱을 내 Latchkey 게이트웨이에 연결합니다. 설정 외에는 이 컴퓨터에 아무것도 저장하지 않습니다. 주소에 직접 연결할 수 있는 앱에는 이 확장이 필요하지 않습니다. /mcp로 끝나는 주소를 넣으세요.',
}

/** The files of the bundle by their path in it. */
export async function desktopBundleFiles(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'src/client/desktop/bridge.ts')],
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node18',
    charset: 'utf8',
  })
  return new Map([
    ['manifest.json', `${JSON.stringify(MANIFEST, null, 2)}\n`],
    [ENTRY, outputFiles[0]?.text ?? ''],
    ['mcpb-resources/ko-KR.json', `${JSON.stringify(KOREAN, null, 2)}\n`],
  ])
}

/** Writes the bundle for desktop apps: a ZIP archive. */
export async function writeDesktopBundle(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, zip(await desktopBundleFiles()))
}
