import { keyForm } from './access.js'
import { accountHeaders } from './accounts.js'
import { readDocument } from './document.js'
import { element } from './element.js'
import { paragraphs } from './markdown.js'
import { operationPanel } from './operation.js'

const at = (id) => document.getElementById(id)
/** What `npm start` hands to the page of its simulated products; nothing on a deployment. */
const prefilled = JSON.parse(at('prefilled')?.textContent ?? '{}')
const caller = {
  access: keyForm(at('access'), prefilled.key),
  shareHeader: accountHeaders(prefilled.headers),
}

try {
  const response = await fetch('/openapi.json')
  if (!response.ok) throw new Error(`it answers ${response.status}`)
  start(readDocument(await response.json()))
} catch (error) {
  at('operations').append(element('p', {}, `openapi.json cannot be read: ${error.message}`))
}

function start({ version, introduction, groups }) {
  at('version').textContent = version
  at('introduction').append(...paragraphs(introduction))
  const sections = groups.map((group) => sectionOf(group))
  at('operations').append(...sections.map(({ section }) => section))
  at('groups').append(...sections.map(({ links }) => links))
  const entries = sections.flatMap(({ entries }) => entries)

  const filter = () => {
    const words = at('search').value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const { panel, link, text } of entries) {
      panel.hidden = !words.every((word) => text.includes(word))
      link.hidden = panel.hidden
    }
    for (const { section, links, entries } of sections) {
      section.hidden = entries.every(({ panel }) => panel.hidden)
      links.hidden = section.hidden
    }
    at('about').hidden = words.length > 0
    const shown = entries.filter(({ panel }) => !panel.hidden).length
    at('found').textContent = words.length > 0 ? `${shown} of ${entries.length} operations` : ''
  }
  at('search').addEventListener('input', filter)

  const openTarget = () => {
    const target = at(decodeURIComponent(location.hash.slice(1)))
    if (!target?.classList.contains('operation')) return
    target.open = true
    target.scrollIntoView()
  }
  addEventListener('hashchange', openTarget)
  openTarget()
}

function sectionOf({ name, description, operations }) {
  const entries = operations.map((operation) => {
    const { id, method, path, summary } = operation
    return {
      panel: operationPanel(operation, caller),
      link: element('li', {}, element('a', { href: `#${id}` }, summary)),
      text: [id, method, path, summary].join(' ').toLowerCase(),
    }
  })
  return {
    entries,
    section: element(
      'section',
      { 'aria-labelledby': name },
      element('h2', { id: name }, name),
      element('p', {}, description),
      ...entries.map(({ panel }) => panel),
    ),
    links: element(
      'div',
      {},
      element('a.group', { href: `#${name}` }, name),
      element('ul', {}, ...entries.map(({ link }) => link)),
    ),
  }
}
