export const grants = {
  title: 'Connected clients',
  leadLocal:
    'Programs that do not use a key. This gateway runs on your own computer, where claude.ai and ChatGPT cannot reach it: they need a deployed one.',
  lead: (address: string) =>
    `Programs that do not use a key, such as claude.ai and ChatGPT. Give them the address \`${address}\`; they send you here to allow access.`,
  empty: 'No client is connected.',
  unavailable: 'Such clients cannot be connected to this deployment yet.',
  client: 'Client',
  since: 'Since',
  changes: 'Changes allowed',
  payments: 'Payments',
  workspaceToken: 'Workspace token',
  pending: 'Not connected yet',
  limitsHint: 'Payments made today still count. The change applies everywhere within a minute.',
  startConfirming: 'Ask me first',
  stopConfirming: 'Stop asking',
  confirmChanged: (name: string) => `The access of ${name} is changed. It applies everywhere within a minute.`,
  revokeTitle: (name: string) => `Revoke the access of ${name}?`,
  revokeBody: 'It is refused everywhere within a minute. To allow it again, reconnect it.',
  for: (label: string) => `for ${label}`,
  dismiss: 'Remove from the list',
  ended: {
    'token reuse':
      'Ended: one of its refresh tokens was used twice, so it may have been stolen. Reconnect the client, and check what it could read.',
    'code reuse':
      'Ended: its authorization code was used twice, so somebody else may have seen it. Reconnect the client.',
    client: 'Ended by the client.',
    expired: 'Expired: access lasts 90 days. Reconnect the client.',
  },
  revoked: (name: string) => `${name} no longer has access.`,
}
