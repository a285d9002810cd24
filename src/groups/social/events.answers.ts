import { onePost } from './answers.ts'

/** The `data` of social events. Built at first use. */
export const socialEvents = {
  'social.reply.created': () => onePost().describe('The reply, as the list of replies gives it'),
}
