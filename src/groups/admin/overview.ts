import * as z from 'zod'
import type { Connectables } from '../../accounts/connectable.ts'
import { VERSION } from '../../base/version.ts'
import { routeList } from '../../gateway/router.ts'
import { redirectUri } from './click.ts'
import { read } from './declare.ts'
import { SETTING_KINDS, SETTING_NAMES } from './setting-names.ts'
import { warningsOf } from './warnings.ts'

const overview = () =>
  z.object({
    base_url: z.url().describe('What the paths of operations stand behind'),
    licence: z.string().describe('The licence of the deployment, as it is set'),
    service_name: z.string().describe('The name of the service'),
    version: z.string().describe('The version of the gateway'),
    redirect_uri: z
      .url()
      .nullable()
      .describe('What to register at the product for connecting by a click; null where no account can be'),
    settings: z
      .array(
        z.object({
          name: z.string().describe('The name of the setting'),
          set: z.boolean().describe('Whether it is set; its value is never told'),
          kind: z.enum(SETTING_KINDS).describe('Whether it is a secret, a variable or a binding'),
        }),
      )
      .describe('Every setting of the deployment'),
    warnings: z
      .array(
        z.object({
          code: z.string().describe('By which a program knows it'),
          message: z.string().describe('What is wrong and what to do'),
        }),
      )
      .describe('What is set in a way that is unsafe or does not work'),
  })

const apiKey = () => z.object({ api_key: z.string().describe('API_KEY of the deployment') })

/** What is set, and the key of the deployment (decisions.md section 11.3). */
export const overviewRoutes = (connectables: Connectables) =>
  routeList()
    .get(
      '/admin/overview',
      read(
        { id: 'admin_get_overview', summary: 'What the deployment is and what is set', output: overview },
        async (c) => {
          const { settings } = c.get('state')
          const { origin } = new URL(c.req.url)
          const clickable = connectables.find(({ click }) => click)
          return {
            base_url: `${origin}/api/v1`,
            licence: settings.env.LICENCE || 'basic',
            service_name: settings.serviceName,
            version: VERSION,
            redirect_uri: clickable ? redirectUri(origin, clickable) : null,
            settings: SETTING_KINDS.flatMap((kind) =>
              SETTING_NAMES[kind].map((name) => ({ name, set: Boolean(settings.env[name]), kind })),
            ),
            warnings: await warningsOf(settings),
          }
        },
      ),
    )
    .get(
      '/admin/api-key',
      read({ id: 'admin_get_api_key', summary: 'The API key of the deployment', output: apiKey }, async (c) => ({
        api_key: c.get('state').settings.apiKey,
      })),
    )
