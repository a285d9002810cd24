export const grants = {
  title: 'Connected clients',
  lead: (address: string) =>
    `Programs that take no key, such as claude.ai and ChatGPT. Give them the address \`${address}\`, and they send you here to agree.`,
  empty: 'No client is connected.',
  unavailable: 'Such clients cannot be connected to this deployment yet.',
  client: 'Client',
  since: 'Since',
  changes: 'Changes too',
  payments: 'Payments',
  workspaceToken: 'Workspace token',
  pending: 'Not taken up yet',
  limitsHint: 'What the client has spent today counts on. The change holds everywhere within a minute.',
  revokeTitle: (name: string) => `Revoke the access of ${name}?`,
  revokeBody: 'It is refused everywhere within a minute. To let it in again, connect it anew.',
  for: (label: string) => `for ${label}`,
  dismiss: 'Take off the list',
  ended: {
    'token reuse':
      'Ended: somebody used a refresh token of it a second time, so it may have been stolen. Connect the client again, and change what it could read where that matters.',
    'code reuse':
      'Ended: its code was used a second time, so somebody else may have seen it. Connect the client again.',
    client: 'Ended by the client.',
    expired: 'Ended: access lasts 90 days. Connect the client again.',
  },
  revoked: (name: string) => `${name} has no access any more.`,
}
