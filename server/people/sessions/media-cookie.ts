/**
 * The cookie that opens a person's media and nothing else. Its value follows from the session, so it can be given again,
 * in any tab, without ending the one given before; only its digest is stored.
 */
import { cookies } from '@contract/kernel/conventions';
import type { Context } from '../../platform/context';
import { keyedDigest } from '../../kernel/derive-key';

const label = 'footlight media cookie';
const path = '/media';

type World = Pick<Context, 'config'>;

/** The cookie's value for a session. */
export function mediaValue({ config }: World, sessionId: string): string {
  return keyedDigest(config.appSecret, label, sessionId);
}

function header({ config }: World, value: string, maxAge_s: number): string {
  const secure = config.apiUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookies.media}=${value}; Path=${path}; Max-Age=${String(maxAge_s)}; HttpOnly; SameSite=Lax${secure}`;
}

/** The header that sets the cookie until the session's end. */
export function settingCookie(ctx: Pick<Context, 'config' | 'clock'>, session: { id: string; expiresAt: Date }): string {
  const left_s = Math.max(0, Math.floor((session.expiresAt.getTime() - ctx.clock.now().getTime()) / 1000));
  return header(ctx, mediaValue(ctx, session.id), left_s);
}

/** The header that takes the cookie away. */
export function clearingCookie(ctx: World): string {
  return header(ctx, '', 0);
}
