/** By whom somebody was greeted: in this visit, and for good. Where nothing can be stored, everybody greets once for each page. */
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
    // A full or forbidden storage: the greeting comes again.
  }
}

const visit = () => sessionStorage;
const good = () => localStorage;

export const greetedBefore = (performerId: string): boolean => listIn(visit).includes(performerId) || listIn(good).includes(performerId);
export const noteGreeting = (performerId: string): void => add(visit, performerId);
export const keepAway = (performerId: string): void => add(good, performerId);
