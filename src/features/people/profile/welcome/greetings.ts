/** Which performers have greeted this user: in this browser session, and permanently. Without storage each page load greets again. */
const key = 'greeted';

function listIn(storage: () => Storage): string[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function add(storage: () => Storage, id: string): void {
  const ids = listIn(storage);
  if (ids.includes(id)) return;
  try {
    storage().setItem(key, JSON.stringify([...ids, id].slice(-200)));
  } catch {
    // The storage is full or forbidden: the greeting appears again.
  }
}

const sessionStore = () => sessionStorage;
const permanentStore = () => localStorage;

export const hasGreeted = (performerId: string): boolean =>
  listIn(sessionStore).includes(performerId) || listIn(permanentStore).includes(performerId);
export const markGreeted = (performerId: string): void => add(sessionStore, performerId);
export const dismissPermanently = (performerId: string): void => add(permanentStore, performerId);
