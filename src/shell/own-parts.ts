/** What stands around a page for those who are signed in alone, brought before they arrive: what came later would push the page down. */
export async function loadOwnParts(): Promise<void> {
  await Promise.allSettled([import('./own-notices'), import('./layouts/own-ways'), import('./wallet-pill')]);
}
