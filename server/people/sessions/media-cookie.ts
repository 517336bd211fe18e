/**
 * The cookie that grants access to media, and nothing else. Its value is derived from the session, so it can be set again in any tab
 * without invalidating an earlier one. Only its digest is stored.
 */
import { cookies } from '@contract/kernel/conventions';
import type { Context } from '../../platform/context';
import { keyedDigest } from '../../kernel/derive-key';

const label = 'footlight media cookie';
const path = '/media';

type WithConfig = Pick<Context, 'config'>;

/** The cookie value of a session. */
export function mediaCookieValue({ config }: WithConfig, sessionId: string): string {
  return keyedDigest(config.appSecret, label, sessionId);
}

function cookieHeader({ config }: WithConfig, value: string, maxAge_s: number): string {
  const secure = config.apiUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookies.media}=${value}; Path=${path}; Max-Age=${String(maxAge_s)}; HttpOnly; SameSite=Lax${secure}`;
}

/** The header that sets the cookie until the session expires. */
export function mediaCookieHeader(ctx: Pick<Context, 'config' | 'clock'>, session: { id: string; expiresAt: Date }): string {
  const left_s = Math.max(0, Math.floor((session.expiresAt.getTime() - ctx.clock.now().getTime()) / 1000));
  return cookieHeader(ctx, mediaCookieValue(ctx, session.id), left_s);
}

/** The header that clears the cookie. */
export function clearedMediaCookieHeader(ctx: WithConfig): string {
  return cookieHeader(ctx, '', 0);
}
