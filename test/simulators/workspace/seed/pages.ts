import { richText } from '../markdown/piece.ts'
import { type NewBlock, readMarkdown } from '../markdown/read-blocks.ts'
import type { Block, LoosePage } from '../state.ts'
import { blockId, PAGES, projectId, USERS } from './ids.ts'

/** The block of the handbook that Markdown cannot express. */
export const BOOKMARK = blockId(0)

const DAY = '2026-09-01T00:00:00.000Z'

const page = (id: string, parentId: string | null, title: string, inTrash = false): LoosePage => ({
  id,
  parentId,
  title: richText(title),
  createdTime: DAY,
  lastEditedTime: DAY,
  createdBy: USERS.jiwoo,
  lastEditedBy: USERS.jiwoo,
  inTrash,
})

export const seedPages = (): LoosePage[] => [
  page(PAGES.handbook, null, '스튜디오 안내서'),
  page(PAGES.onboarding, PAGES.handbook, 'Onboarding'),
  page(PAGES.diary, null, 'Diary'),
  page(PAGES.attic, PAGES.handbook, 'Attic', true),
]

/** A block of every kind that the product's Markdown knows. */
const HANDBOOK = `# 안내서 🎯 {color="blue"}
Welcome to the **studio**, see [the site](https://haneul.example) and ask <mention-user url="user://${USERS.jiwoo}">김지우</mention-user>.
## Rules
- Be *kind*
	- also to ~~yourself~~ others
1. Plan
2. Build
	- [x] Tested
	- [ ] Shipped
> Measure twice,<br>cut once
<callout icon="💡" color="gray_bg">
	Ask early
	- and often
</callout>
<details>
<summary>More</summary>
	Hidden words
</details>
\`\`\`typescript
const answer = 6 * 7 // not *emphasis*
\`\`\`
$$
e = mc^2
$$
<table header-row="true">
	<tr>
		<td>Status</td>
		<td>Owner</td>
	</tr>
	<tr>
		<td>진행 중</td>
		<td>Ada</td>
	</tr>
</table>
---
![The shelf](https://files.example/shelf.png)
<empty-block/>
The area is $a^2$.`

/** Parsed once for all workspaces: parsing takes half of the time of creating one. */
const CONTENTS = {
  handbook: readMarkdown(HANDBOOK),
  onboarding: readMarkdown('First day\n- [ ] Get a key'),
  project: readMarkdown('## Notes\nStarted in **spring**.\n- [ ] Ask the printer'),
}

export function seedContents(): Map<string, Block[]> {
  let n = 0
  const placed = ({ type, content, children }: NewBlock): Block => {
    n += 1
    return {
      id: blockId(n),
      type,
      content: structuredClone(content),
      children: children.map(placed),
      createdTime: DAY,
      lastEditedTime: DAY,
      createdBy: USERS.jiwoo,
    }
  }
  const below = (id: string, title: string): Block => ({
    ...placed({ type: 'child_page', content: { title }, children: [] }),
    id,
  })
  const bookmark = {
    ...placed({ type: 'bookmark', content: { url: 'https://haneul.example/map', caption: [] }, children: [] }),
    id: BOOKMARK,
  }
  return new Map([
    [PAGES.handbook, [...CONTENTS.handbook.map(placed), below(PAGES.onboarding, 'Onboarding'), bookmark]],
    [PAGES.onboarding, CONTENTS.onboarding.map(placed)],
    [projectId(1), CONTENTS.project.map(placed)],
  ])
}
