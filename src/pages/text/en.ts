import { accounts } from './en/accounts.ts'
import { activity } from './en/activity.ts'
import { common } from './en/common.ts'
import { confirm } from './en/confirm.ts'
import { connecting } from './en/connecting.ts'
import { consent } from './en/consent.ts'
import { data } from './en/data.ts'
import { errors } from './en/errors.ts'
import { events } from './en/events.ts'
import { grants } from './en/grants.ts'
import { guides } from './en/guides.ts'
import { keys } from './en/keys.ts'
import { links } from './en/links.ts'
import { overview } from './en/overview.ts'
import { products } from './en/products.ts'
import { session } from './en/session.ts'
import { usage } from './en/usage.ts'
import { webhook } from './en/webhook.ts'

export const en = {
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
