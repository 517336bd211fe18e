/** Which window sends a show, as that window remembers it through a reload. */
import { keepStored, readStored } from './storage';

const key = 'studio';

/** `here`: this window sends · `encoder`: a program of hers does. */
export type SendingMode = 'here' | 'encoder';

/** In a closed storage nothing is remembered: after a reload she is asked whether she takes over. */
export const rememberPlace = (sessionId: string, mode: SendingMode): void => keepStored(key, `${mode} ${sessionId}`, 'sessionStorage');

export function placeOf(sessionId: string): SendingMode | null {
  const [mode, session] = readStored(key, 'sessionStorage')?.split(' ') ?? [];
  if (session !== sessionId) return null;
  return mode === 'encoder' ? 'encoder' : 'here';
}
