/** What the recipient of a link reads. */
export const linkPage = {
  pageTitle: (name: string, service: string) => `Connect ${name} to ${service}`,
  pageLead: (service: string) =>
    `${service} asked you to connect this account. What you paste goes only to ${service}, which checks it with the service and stores it encrypted.`,
  pageFrom: (owner: string) => `Sent by ${owner}.`,
  pageNote: (note: string) => `Message: ${note}`,
  pageEnds: (end: string) => `This link expires ${end}.`,
  opening: 'Opening the link',
  success: 'All done',
  successLead: 'The account is connected. You can close this page; the link no longer works.',
  goneTitle: 'This link has been used or has expired',
  goneLead: 'Ask the person who sent it for a new one.',
  wrongTitle: 'This link does not work',
  wrongLead: 'It may have been cut off when it was copied. Open the whole link again, or ask for a new one.',
  emptyTitle: 'Open the link again',
  emptyLead: 'The secret part of the link is lost when the page is reloaded. Open the link that you received again.',
}
