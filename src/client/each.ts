/**
 * The items of all pages of a listing, each page asked for when the one before is used up.
 *
 * @param items the items of a page
 * @param next what to ask differently for the page that follows, null at the end
 */
export async function* each<Asked extends object, Page, Item>(
  first: Asked,
  ask: (asked: Asked) => Promise<Page>,
  items: (page: Page) => readonly Item[],
  next: (page: Page, asked: Asked) => Partial<Asked> | null,
): AsyncGenerator<Item, void, undefined> {
  let asked = first
  for (;;) {
    const page = await ask(asked)
    yield* items(page)
    const change = next(page, asked)
    if (!change) return
    asked = { ...asked, ...change }
  }
}
