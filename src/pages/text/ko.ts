import { accounts } from './ko/accounts.ts'
import { activity } from './ko/activity.ts'
import { common } from './ko/common.ts'
import { confirm } from './ko/confirm.ts'
import { connecting } from './ko/connecting.ts'
import { consent } from './ko/consent.ts'
import { data } from './ko/data.ts'
import { errors } from './ko/errors.ts'
import { events } from './ko/events.ts'
import { grants } from './ko/grants.ts'
import { guides } from './ko/guides.ts'
import { keys } from './ko/keys.ts'
import { links } from './ko/links.ts'
import { overview } from './ko/overview.ts'
import { products } from './ko/products.ts'
import { session } from './ko/session.ts'
import { usage } from './ko/usage.ts'
import { webhook } from './ko/webhook.ts'
import type { Texts } from './texts.ts'

export const ko: Texts = {
  accounts,
  activity,
  common,
  connecting,
  confirm,
  consent,
  data,
  errors,
  events,
  grants,
  guides,
  keys,
  links,
  overview,
  products,
  session,
  usage,
  webhook,
}
