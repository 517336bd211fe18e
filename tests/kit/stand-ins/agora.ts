/**
 * An Agora on loopback: its RESTful API for channels over HTTP, and clients that join with tokens as browsers would. Tokens are
 * parsed and verified with Agora's own library. The project has co-host authentication by default.
 */
import { AccessToken2, type ServiceRtc } from 'agora-token/src/AccessToken2';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@server/platform/context';

/**
 * How a request fails: no response, an endless response, an error, a rate limit, an invalid body, an unsuccessful result, or a lost
 * connection.
 */
export type AgoraFault = 'hang' | 'trickle' | 'fail' | 'busy' | 'garbage' | 'no_success' | 'lose';

/** Thrown when the stand-in rejects a token, a privilege or a channel. */
export class AgoraRejection extends Error {}

export interface AgoraConnection {
  uid: number;
  ended: Promise<void>;
  isConnected(): boolean;
  leave(): Promise<void>;
}

/** The contents of a token. */
export interface AgoraClaims {
  channel: string;
  uid: number;
  mayPublish: boolean;
  expiresAt: Date;
}

interface KickingRule {
  id: number;
  appid: string;
  cname: string;
  uid?: number;
  until: Date;
}

interface KickingRuleRequest {
  appid?: string;
  cname?: string;
  uid?: number;
  time_in_seconds?: number;
  privileges?: string[];
}

export interface AgoraStandIn {
  options: { appId: string; appCertificate: string; rest: { customerKey: string; customerSecret: string; apiBase: string } };
  environment: Record<string, string>;
  /** The received requests, e.g. `POST /dev/v1/kicking-rule`. */
  requests: string[];
  rules: KickingRule[];
  /** Whether viewers cannot publish. */
  hasCohostAuthentication: boolean;
  /** The contents of a token, parsed by Agora's own library; null if it is invalid or expired. */
  parseToken(token: string): AgoraClaims | null;
  join(token: string, uid: number, role: 'host' | 'audience'): AgoraConnection;
  failNext(fault: AgoraFault, times?: number): void;
  close(): Promise<void>;
}

interface User extends AgoraConnection {
  role: 'host' | 'audience';
  end(): void;
}

const appId = '0123456789abcdef0123456789abcdef';
const appCertificate = 'fedcba9876543210fedcba9876543210';
const [customerKey, customerSecret] = ['stand-in-key', 'stand-in-secret'];
const [joinPrivilege, publishVideoPrivilege] = [1, 3];
const local = '127.0.0.1';

/** Starts it on a free port. */
export async function openAgoraStandIn(clock: Clock): Promise<AgoraStandIn> {
  const channels = new Map<string, Map<number, User>>();
  const faults: AgoraFault[] = [];

  const parseToken = (token: string): AgoraClaims | null => {
    const parsed = new AccessToken2('', '', 0, 0);
    // The library ignores what follows the encoded bytes.
    const encoded = token.slice('007'.length);
    if (Buffer.from(encoded, 'base64').toString('base64') !== encoded) return null;
    if (!parsed.from_string(token) || parsed.appId.toString() !== appId || !parsed.verifySignature(appCertificate)) return null;
    const service = parsed.services[0] as ServiceRtc;
    const rights = service.__privileges;
    const lifetime_s = Math.min(parsed.expire, rights[joinPrivilege] ?? 0);
    const expiresAt = new Date((parsed.issueTs + lifetime_s) * 1000);
    if (expiresAt <= clock.now()) return null;
    return {
      channel: service.__channel_name.toString(),
      uid: Number(service.__uid.toString()),
      mayPublish: publishVideoPrivilege in rights,
      expiresAt,
    };
  };
  const activeRules = (): KickingRule[] => standIn.rules.filter(({ until }) => until > clock.now());
  const applies = (rule: KickingRule, channel: string, uid: number): boolean =>
    rule.cname === channel && (rule.uid === undefined || rule.uid === uid);

  const join: AgoraStandIn['join'] = (token, uid, role) => {
    const claims = parseToken(token);
    if (claims?.uid !== uid) throw new AgoraRejection('invalid token');
    const { channel } = claims;
    if (role === 'host' && standIn.hasCohostAuthentication && !claims.mayPublish) throw new AgoraRejection('no right to publish');
    if (activeRules().some((rule) => applies(rule, channel, uid))) throw new AgoraRejection('banned by server');
    const users = channels.get(channel) ?? new Map<number, User>();
    channels.set(channel, users);
    users.get(uid)?.end();
    let isConnected = true;
    let resolveEnded = (): void => undefined;
    const endPromise = new Promise<void>((resolve) => (resolveEnded = resolve));
    const end = (): void => {
      isConnected = false;
      if (users.get(uid) === user) users.delete(uid);
      if (users.size === 0) channels.delete(channel);
      resolveEnded();
    };
    const user: User = { uid, role, ended: endPromise, isConnected: () => isConnected, end, leave: async () => end() };
    users.set(uid, user);
    channels.set(channel, users);
    return user;
  };

  const usersOf = (channel: string): object => {
    const users = channels.get(channel);
    if (!users) return { success: true, data: { channel_exist: false } };
    const uids = (role: string): number[] => [...users.values()].filter((user) => user.role === role).map(({ uid }) => uid);
    const audience = uids('audience');
    return { success: true, data: { channel_exist: true, mode: 2, broadcasters: uids('host'), audience, audience_total: audience.length } };
  };
  const createRule = (params: KickingRuleRequest): object => {
    const { appid, cname, uid, time_in_seconds, privileges } = params;
    const isValid = appid === appId && privileges?.join() === 'join_channel' && cname !== undefined && uid !== 0;
    if (!isValid) return { message: 'invalid parameter' };
    const until = new Date(clock.now().getTime() + Number(time_in_seconds) * 1000);
    const rule: KickingRule = { id: standIn.rules.length + 1, appid, cname, until, ...(uid !== undefined && { uid }) };
    standIn.rules.push(rule);
    for (const user of channels.get(rule.cname)?.values() ?? []) if (applies(rule, cname, user.uid)) user.end();
    return { status: 'success', id: rule.id };
  };

  const responseTo = (request: IncomingMessage, url: URL, body: string): [status: number, body: object] => {
    const basic = `Basic ${Buffer.from(`${customerKey}:${customerSecret}`).toString('base64')}`;
    if (request.headers.authorization !== basic) return [401, { message: 'Invalid authentication credentials' }];
    const users = /^\/dev\/v1\/channel\/user\/([^/]+)\/([^/]+)$/.exec(url.pathname);
    if (request.method === 'GET' && users?.[1] === appId) return [200, usersOf(decodeURIComponent(users[2] ?? ''))];
    if (url.pathname !== '/dev/v1/kicking-rule') return [404, { message: 'no such route' }];
    if (request.method === 'GET' && url.searchParams.get('appid') === appId) {
      const rules = activeRules().map(({ until, ...rule }) => ({
        uid: 0,
        ...rule,
        ip: '',
        ts: until.toISOString(),
        privileges: ['join_channel'],
      }));
      return [200, { status: 'success', rules }];
    }
    const result = request.method === 'POST' ? createRule(JSON.parse(body) as KickingRuleRequest) : { message: 'unknown app' };
    return ['status' in result ? 200 : 400, result];
  };

  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const url = new URL(request.url ?? '/', 'http://agora');
      standIn.requests.push(`${request.method} ${url.pathname}`);
      const fault = faults.shift();
      if (fault === 'hang') return;
      if (fault === 'lose') return void request.socket.destroy();
      const faultResponses: Partial<Record<AgoraFault, [number, object]>> = {
        fail: [500, { message: 'Internal Server Error' }],
        busy: [429, { message: 'too many requests' }],
        no_success: [200, { success: false, status: 'failed' }],
      };
      const [status, responseBody] = (fault && faultResponses[fault]) ?? responseTo(request, url, Buffer.concat(chunks).toString());
      response.writeHead(status, { 'content-type': 'application/json' });
      if (fault === 'trickle') {
        const interval = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(interval));
      } else response.end(fault === 'garbage' ? '<html>' : JSON.stringify(responseBody));
    });
  });
  await new Promise<void>((listening) => server.listen(0, local, listening));
  const apiBase = `http://${local}:${String((server.address() as AddressInfo).port)}`;
  const standIn: AgoraStandIn = {
    options: { appId, appCertificate, rest: { customerKey, customerSecret, apiBase } },
    environment: {
      AGORA_APP_ID: appId,
      AGORA_APP_CERTIFICATE: appCertificate,
      AGORA_CUSTOMER_KEY: customerKey,
      AGORA_CUSTOMER_SECRET: customerSecret,
      AGORA_API_BASE: apiBase,
    },
    requests: [],
    rules: [],
    hasCohostAuthentication: true,
    parseToken,
    join,
    failNext: (fault, times = 1) => {
      for (let remaining = times; remaining > 0; remaining -= 1) faults.push(fault);
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return standIn;
}
