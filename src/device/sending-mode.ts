/** Which program sends the video of a show: this window or an encoder. Kept in the session storage, so that it survives a reload. */
import { writeStored, readStored } from './storage';

const key = 'studio';

/** `here`: this window sends · `encoder`: the performer's encoder (such as OBS) does. */
export type SendingMode = 'here' | 'encoder';

/** Without storage, the performer is asked after a reload whether this window takes over. */
export const storeSendingMode = (sessionId: string, mode: SendingMode): void => writeStored(key, `${mode} ${sessionId}`, 'sessionStorage');

export function readSendingMode(sessionId: string): SendingMode | null {
  const [mode, session] = readStored(key, 'sessionStorage')?.split(' ') ?? [];
  if (session !== sessionId) return null;
  return mode === 'encoder' ? 'encoder' : 'here';
}
