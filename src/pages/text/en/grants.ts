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
  revokeTitle: (name: string) => `Revoke the access of ${name}?`,
  revokeBody: 'It is refused everywhere within two minutes. To let it in again, connect it anew.',
  revoked: (name: string) => `${name} has no access any more.`,
}
