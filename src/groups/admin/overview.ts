import { Hono } from 'hono'
import type { AccountConnectors } from '../../accounts/accounts.ts'
import type { Settings } from '../../base/settings.ts'
import { VERSION } from '../../base/version.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { countUnrotated } from '../../upstream/data-key.ts'
import { redirectUri } from './click.ts'
import { read } from './group.ts'
import { SETTING_KINDS, SETTING_NAMES } from './setting-names.ts'
import { collectWarnings } from './warnings.ts'

/** The settings, and the key of the deployment. */
export const overviewRoutes = (connectors: AccountConnectors) =>
  new Hono<AppEnv>()
    .get(
      '/admin/overview',
      read(
        'admin_get_overview',
        {
          summary: 'Get the deployment and its settings',
          description: 'Whether each setting is there, never its value.',
          ko: '배포와 설정 상태',
        },
        async (c) => {
          const { settings } = c.get('state')
          const { origin } = new URL(c.req.url)
          const clickable = connectors.find(({ click }) => click)
          return {
            base_url: `${origin}/api/v1`,
            licence: settings.env.LICENCE || 'basic',
            service_name: settings.serviceName,
            version: VERSION,
            redirect_uri: clickable ? redirectUri(origin, clickable) : null,
            settings: SETTING_KINDS.flatMap((kind) =>
              SETTING_NAMES[kind].map((name) => ({ name, set: Boolean(settings.env[name]), kind })),
            ),
            rotation: await readRotation(settings),
            warnings: await collectWarnings(settings),
          }
        },
      ),
    )
    .get(
      '/admin/api-key',
      read(
        'admin_get_api_key',
        {
          summary: 'The API key of the deployment',
          description: 'The key that opens everything: for the owner to copy into a client.',
          ko: '배포 API 키 보기',
          audited: true,
          target: 'API_KEY',
        },
        async (c) => ({
          api_key: c.get('state').settings.apiKey,
        }),
      ),
    )

/** The progress of a CREDENTIALS_KEY rotation, which this completes. Null when ACCESS does not respond. */
async function readRotation(settings: Settings) {
  const { CREDENTIALS_KEY, CREDENTIALS_KEY_PREVIOUS } = settings.env
  const isRotated = Boolean(CREDENTIALS_KEY && CREDENTIALS_KEY_PREVIOUS)
  const remaining = isRotated ? await countUnrotated(settings).catch(() => null) : 0
  return { remaining, safe_to_remove_previous: remaining === 0 }
}
