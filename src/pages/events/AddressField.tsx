import { useState } from 'preact/hooks'
import { CHANNELS, type Channel } from '../../base/channels.ts'
import { ApiError } from '../api/call.ts'
import { channelsTexts } from '../text/channels.ts'
import { eventsTexts } from '../text/events.ts'
import { useTexts } from '../text/language.tsx'
import { Field } from '../ui/fields.tsx'
import { Rich } from '../ui/shared.tsx'
import { recognise, telegramAddress } from './address.ts'
import { ChannelMark } from './ChannelMark.tsx'
import { describeRefusedUrl, refusesUrl } from './names.ts'

/** The text in the field, and the URL for the gateway. */
export function useAddress(hasEmail: boolean) {
  const [text, setText] = useState('')
  const [chat, setChat] = useState('')
  const found = recognise(text, location.href)
  const isUsable = found && 'channel' in found && (found.channel !== 'email' || hasEmail)
  const token = found && 'token' in found ? found.token : undefined
  const url = isUsable ? found.url : token && chat.trim() ? telegramAddress(token, chat) : undefined
  const channel: Channel | undefined = isUsable ? found.channel : token ? 'telegram' : undefined
  return { text, setText, chat, setChat, found, token, url, channel, hasEmail }
}

export type AddressEntry = ReturnType<typeof useAddress>

interface AddressFieldProps {
  address: AddressEntry
  /** Whether somebody has tried to go on, so that what is missing is said. */
  tried: boolean
  /** Why the gateway did not accept it. */
  error?: unknown
  label?: string
  hint?: string
}

/** A line for any address. It says at once what it recognised, and where each product shows its address. */
export function AddressField({ address, tried, error, label, hint }: AddressFieldProps) {
  const channels = useTexts(channelsTexts)
  const events = useTexts(eventsTexts)
  const { text, found, token, hasEmail } = address
  const getFault = () => {
    if (found && 'opens' in found) return channels.opens(channels.names[found.opens])
    if (found && 'channel' in found && found.channel === 'email' && !hasEmail) return channels.noEmail
    if (found && 'refused' in found) return tried ? describeRefusedUrl(events, found.refused) : undefined
    // Of the address that was sent. Another one is not known to be wrong.
    if (error instanceof ApiError && refusesUrl(error)) return describeRefusedUrl(events, error.message)
    return !found && tried ? (hasEmail ? channels.missingOrMail : channels.missing) : undefined
  }
  const fault = getFault()
  return (
    <div class="stack address">
      <Field
        label={label ?? channels.address}
        hint={hint ?? channels.addressHint(hasEmail)}
        error={fault}
        value={text}
        maxLength={2048}
        onValue={address.setText}
      />
      <p role="status" class="found">
        {found && !fault && !('opens' in found) && !('refused' in found) && (
          <>
            {address.channel && <ChannelMark channel={address.channel} small />}
            {'channel' in found ? channels.found[found.channel] : channels.foundToken}
          </>
        )}
      </p>
      {token && (
        <Field
          label={channels.chat}
          hint={channels.chatHint}
          error={tried && !address.chat.trim() ? channels.chatMissing : undefined}
          value={address.chat}
          maxLength={64}
          onValue={address.setChat}
        />
      )}
      <Guide first={found && 'opens' in found ? found.opens : token ? 'telegram' : undefined} hasEmail={hasEmail} />
    </div>
  )
}

/** Programs come last. */
const SHOWN: readonly Channel[] = [...CHANNELS.filter((channel) => channel !== 'webhook'), 'webhook']

/** Shows where to find the address, for one product at a time. */
function Guide({ first, hasEmail }: { first: Channel | undefined; hasEmail: boolean }) {
  const channels = useTexts(channelsTexts)
  const [chosen, setChosen] = useState<Channel>()
  const shown = chosen ?? first ?? 'slack'
  return (
    <details open={first !== undefined}>
      <summary>{channels.how}</summary>
      <div class="stack">
        <fieldset class="chips">
          <legend class="unseen">{channels.how}</legend>
          {SHOWN.filter((channel) => channel !== 'email' || hasEmail).map((channel) => (
            <button
              key={channel}
              type="button"
              class="chip"
              aria-pressed={channel === shown}
              onClick={() => setChosen(channel)}
            >
              <ChannelMark channel={channel} small />
              {channels.guideNames[channel] ?? channels.names[channel]}
            </button>
          ))}
        </fieldset>
        <ol class="steps guide">
          {channels.guides[shown].map((step) => (
            <li key={step}>
              <p>
                <Rich text={step} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </details>
  )
}
