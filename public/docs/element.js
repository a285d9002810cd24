/**
 * Makes an element. Text goes in as text and never as markup, so nothing of an answer can become part of the page.
 *
 * @param {string} tag `name` or `name.class`
 * @param {Record<string, unknown>} [properties] `on` and an event's name for a listener, attributes for the rest
 * @param {...(Node | string | undefined)} children
 */
export function element(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split('.')
  const made = document.createElement(name)
  made.classList.add(...classes)
  for (const [property, value] of Object.entries(properties)) {
    if (property.startsWith('on')) made.addEventListener(property.slice(2), value)
    else if (value === true) made.setAttribute(property, '')
    else if (value !== undefined && value !== false) made.setAttribute(property, String(value))
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}
