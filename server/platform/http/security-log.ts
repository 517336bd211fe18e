/**
 * Refusals by which an attack shows itself, told to the log: who was refused what, where and by which name. Nothing that was
 * typed is written.
 */
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '@contract/kernel/errors';
import type { Refusal } from '../../kernel/api-error';
import { networkOf } from '../geo/client-address';

interface Caller {
  address: string;
  /** The account whose token the request carries; null for a guest. */
  accountId: string | null;
}

const watched: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['invalid_credentials', 'wrong_password', 'code_invalid', 'passkey_invalid', 'social_login_failed', 'captcha_failed'] as const),
  ...(['account_suspended', 'session_ended', 'second_step_required', 'link_invalid', 'callback_not_allowed'] as const),
  ...(['forbidden_role', 'right_missing', 'key_not_allowed', 'stronger_operator', 'not_owner', 'media_link_invalid'] as const),
  ...(['signature_invalid', 'too_many_requests'] as const),
]);

const callers = new WeakMap<FastifyRequest, Caller>();

/** Remembers who calls, for the case that she is refused. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** So that a flood of requests is no flood of lines, and one from everywhere fills no memory. */
const floodEvery_ms = 60_000;
const toldMax = 10_000;
const told = new Set<string>();
let toldSince_ms = -floodEvery_ms;

function isToldAlready(network: string): boolean {
  const now_ms = performance.now();
  if (now_ms - toldSince_ms >= floodEvery_ms) {
    told.clear();
    toldSince_ms = now_ms;
  }
  if (told.has(network) || told.size >= toldMax) return true;
  told.add(network);
  return false;
}

/** Writes a refusal that is watched. Of floods there is one line for each network and minute. */
export function watchRefusal(request: FastifyRequest, { code, about }: Pick<Refusal, 'code' | 'about'>): void {
  if (!watched.has(code)) return;
  const { address, accountId } = callers.get(request) ?? { address: request.socket.remoteAddress ?? '', accountId: null };
  if (code === 'too_many_requests' && isToldAlready(networkOf(address))) return;
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  request.log.info({ event: 'refused', code, route, address, accountId, about }, 'a request was refused');
}
