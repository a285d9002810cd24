import { element } from './element.js'

/** The little Markdown that descriptions use: paragraphs, lists and code. */
export const paragraphs = (markdown) =>
  markdown
    .split('\n\n')
    .map((block) =>
      block.startsWith('- ')
        ? element('ul', {}, ...block.split('\n').map((line) => element('li', {}, ...inline(line.slice(2)))))
        : element('p', {}, ...inline(block)),
    )

export const inline = (text = '') => text.split('`').map((part, at) => (at % 2 ? element('code', {}, part) : part))
