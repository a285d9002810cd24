/** The management app words each of them (src/pages/text). */
export type SettingWarning =
  | 'wrong_credentials_key'
  | 'api_key_unset'
  | 'api_key_short'
  | 'keys_equal'
  | 'licence_unknown'
  | 'credentials_key_unset'
  | 'credentials_key_wrong'
  | 'any_origin'
  | 'no_try_limit'
  | 'key_copies_lost'
  | RelayWarning

/** A problem of the settings of the relay. */
export type RelayWarning =
  | 'relay_token_unset'
  | 'relay_url_unset'
  | 'relay_url_wrong'
  | 'relay_token_wrong'
  | 'relay_for_wrong'
