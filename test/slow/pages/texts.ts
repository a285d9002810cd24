import { choiceTexts } from '../../../src/pages/text/account-choice.ts'
import { activityTexts } from '../../../src/pages/text/activity.ts'
import { arrivalTexts } from '../../../src/pages/text/arrival.ts'
import { channelsTexts } from '../../../src/pages/text/channels.ts'
import type { Language } from '../../../src/pages/text/common.ts'
import { confirmTexts } from '../../../src/pages/text/confirm.ts'
import { connectingTexts } from '../../../src/pages/text/connecting.ts'
import { consentTexts } from '../../../src/pages/text/consent.ts'
import { dataTexts } from '../../../src/pages/text/data.ts'
import { dataKeyTexts } from '../../../src/pages/text/data-key.ts'
import { eventsTexts } from '../../../src/pages/text/events.ts'
import { firstTexts } from '../../../src/pages/text/first.ts'
import { furtherTexts } from '../../../src/pages/text/further.ts'
import { grantsTexts } from '../../../src/pages/text/grants.ts'
import { keysTexts } from '../../../src/pages/text/keys.ts'
import { linkPageTexts } from '../../../src/pages/text/link-page.ts'
import { newestTexts } from '../../../src/pages/text/newest.ts'
import { programsTexts } from '../../../src/pages/text/programs.ts'
import { setUpTexts } from '../../../src/pages/text/set-up.ts'
import { settingsTexts } from '../../../src/pages/text/settings.ts'
import { signInTexts } from '../../../src/pages/text/sign-in.ts'
import { usageTexts } from '../../../src/pages/text/usage.ts'
import { webhookTexts } from '../../../src/pages/text/webhook.ts'
import { wishListTexts } from '../../../src/pages/text/wish-list.ts'
import { wishesTexts } from '../../../src/pages/text/wishes.ts'

/** Every text of the management app in a language, by section. */
export const allTexts = (language: Language) => ({
  ...firstTexts[language],
  activity: activityTexts[language],
  arrival: arrivalTexts[language],
  channels: channelsTexts[language],
  choice: choiceTexts[language],
  confirm: confirmTexts[language],
  connecting: connectingTexts[language],
  consent: consentTexts[language],
  data: dataTexts[language],
  dataKey: dataKeyTexts[language],
  events: eventsTexts[language],
  further: furtherTexts[language],
  grants: grantsTexts[language],
  keys: keysTexts[language],
  linkPage: linkPageTexts[language],
  newest: newestTexts[language],
  programs: programsTexts[language],
  settings: settingsTexts[language],
  setUp: setUpTexts[language],
  signIn: signInTexts[language],
  usage: usageTexts[language],
  webhook: webhookTexts[language],
  wishes: wishesTexts[language],
  wishList: wishListTexts[language],
})

export type Texts = ReturnType<typeof allTexts>
