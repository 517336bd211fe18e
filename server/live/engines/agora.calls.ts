/** Client of Agora's RESTful API for channels: participants and kicking rules. Every failure is thrown as EngineUnavailable. */
import { z } from 'zod';
import { toEngineUnavailable, withTimeout, type CallTiming } from './calls';

export interface AgoraRest {
  customerKey: string;
  customerSecret: string;
  /** An origin such as `https://api.agora.io`. */
  apiBase: string;
}

export interface AgoraUsers {
  /** Users who have the broadcaster role. */
  broadcasters: number[];
  audience: number[];
}

/** Bars the user with this uid, or everyone when it is null, from the channel. */
export interface AgoraRule {
  cname: string;
  uid: number | null;
}

export interface AgoraCalls {
  /** The users of a channel; empty when it does not exist. Agora updates the list every few seconds. */
  users(channel: string): Promise<AgoraUsers>;
  /** Disconnects the users matched by the rule and bars them for `duration_s`. */
  bar(rule: AgoraRule, duration_s: number): Promise<void>;
  rules(): Promise<AgoraRule[]>;
}

const name = 'Agora';
const Uids = z.array(z.number()).default([]);
const Users = z.object({
  success: z.literal(true),
  data: z.object({ channel_exist: z.boolean(), broadcasters: Uids, audience: Uids }),
});
const Done = z.object({ status: z.literal('success') });
const Rules = Done.extend({
  rules: z.array(
    z.object({
      cname: z.string().default(''),
      uid: z.number().nullish(),
      ip: z.string().nullish(),
      privileges: z.array(z.string()).nullish(),
    }),
  ),
});

/** Makes no request before the first call. */
export function agoraCalls(appId: string, { customerKey, customerSecret, apiBase }: AgoraRest, timing: CallTiming): AgoraCalls {
  const authorization = `Basic ${Buffer.from(`${customerKey}:${customerSecret}`).toString('base64')}`;

  const fetchParsed = async <S extends z.ZodType>(schema: S, path: string, body?: object): Promise<z.output<S>> => {
    try {
      const response = await fetch(new URL(path, apiBase), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timing.attempt_ms),
      });
      if (!response.ok) throw new Error(`responded with ${response.status}`);
      return schema.parse(await response.json());
    } catch (error) {
      throw toEngineUnavailable(name, error);
    }
  };
  const call: typeof fetchParsed = (...args) => withTimeout(timing, name, () => fetchParsed(...args));

  return {
    users: async (channel) => {
      const { data } = await call(Users, `/dev/v1/channel/user/${appId}/${encodeURIComponent(channel)}`);
      return data.channel_exist ? data : { broadcasters: [], audience: [] };
    },
    bar: async ({ cname, uid }, duration_s) => {
      const target = uid === null ? { cname } : { cname, uid };
      await call(Done, '/dev/v1/kicking-rule', { appid: appId, ...target, time_in_seconds: duration_s, privileges: ['join_channel'] });
    },
    rules: async () => {
      const { rules } = await call(Rules, `/dev/v1/kicking-rule?appid=${appId}`);
      return rules
        .filter(({ cname, ip, privileges }) => cname !== '' && !ip && (privileges?.includes('join_channel') ?? true))
        .map(({ cname, uid }) => ({ cname, uid: uid ? uid : null }));
    },
  };
}
