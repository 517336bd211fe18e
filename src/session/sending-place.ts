/** Which window sends a show, as that window remembers it through a reload. */
const key = 'studio';

/** `here`: this window sends · `encoder`: a program of hers does. */
export type SendingMode = 'here' | 'encoder';

export function rememberPlace(sessionId: string, mode: SendingMode): void {
  try {
    sessionStorage.setItem(key, `${mode} ${sessionId}`);
  } catch {
    // A closed storage: after a reload she is asked whether she takes over.
  }
}

export function placeOf(sessionId: string): SendingMode | null {
  try {
    const [mode, session] = sessionStorage.getItem(key)?.split(' ') ?? [];
    if (session !== sessionId) return null;
    return mode === 'encoder' ? 'encoder' : 'here';
  } catch {
    return null;
  }
}
