/**
 * The security log: errors that may indicate an attack, with error code, route, address and account. User input is never logged.
 */
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '@contract/kernel/errors';
import type { ApiError } from '../../kernel/api-error';
import { networkOf } from '../geo/client-address';

interface Caller {
  address: string;
  /** The account whose token the request carries; null for a guest. */
  accountId: string | null;
}

const loggedCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['invalid_credentials', 'wrong_password', 'code_invalid', 'passkey_invalid', 'social_login_failed', 'captcha_failed'] as const),
  ...(['account_suspended', 'session_ended', 'second_step_required', 'link_invalid', 'callback_not_allowed'] as const),
  ...(['forbidden_role', 'right_missing', 'key_not_allowed', 'stronger_operator', 'not_owner', 'media_link_invalid'] as const),
  ...(['signature_invalid', 'too_many_requests'] as const),
]);

const callers = new WeakMap<FastifyRequest, Caller>();

/** Stores the caller, in case the request is rejected. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Limits log entries of floods to one per network and minute. The maximum bounds the memory during a distributed attack. */
const floodInterval_ms = 60_000;
const networksMax = 10_000;
const loggedNetworks = new Set<string>();
let periodStart_ms = -floodInterval_ms;

function isLoggedAlready(network: string): boolean {
  const now_ms = performance.now();
  if (now_ms - periodStart_ms >= floodInterval_ms) {
    loggedNetworks.clear();
    periodStart_ms = now_ms;
  }
  if (loggedNetworks.has(network) || loggedNetworks.size >= networksMax) return true;
  loggedNetworks.add(network);
  return false;
}

/** Logs an error if its code is in `loggedCodes`. Floods are logged once per network and minute. */
export function logSecurityError(request: FastifyRequest, { code, about }: Pick<ApiError, 'code' | 'about'>): void {
  if (!loggedCodes.has(code)) return;
  const { address, accountId } = callers.get(request) ?? { address: request.socket.remoteAddress ?? '', accountId: null };
  if (code === 'too_many_requests' && isLoggedAlready(networkOf(address))) return;
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  request.log.info({ event: 'refused', code, route, address, accountId, about }, 'a request was rejected');
}
