/** The name of each view, in the navigation and as its heading. */
export const views = {
  overview: 'Overview',
  keys: 'API keys',
  events: 'Events',
  usage: 'Usage',
  activity: 'Activity',
}
