/** Agora's RESTful API for channels: who is there, and who may not come in. Every failure is EngineAway. */
import { z } from 'zod';
import { awayBy, bounded, type CallTiming } from '../../streaming/calls';

export interface AgoraRest {
  customerKey: string;
  customerSecret: string;
  /** An origin. */
  apiBase: string;
}

export interface AgoraUsers {
  /** Those who may send, and do. */
  broadcasters: number[];
  audience: number[];
}

/** Nobody with this number, or nobody at all when it is null, comes into the channel. */
export interface AgoraRule {
  cname: string;
  uid: number | null;
}

export interface AgoraCalls {
  /** Nobody is in a channel that does not exist. Agora counts anew every few seconds. */
  users(channel: string): Promise<AgoraUsers>;
  /** Puts out whom the rule names, and keeps them out for so long. */
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

/** Opens nothing before the first call. */
export function agoraCalls(appId: string, { customerKey, customerSecret, apiBase }: AgoraRest, timing: CallTiming): AgoraCalls {
  const authorization = `Basic ${Buffer.from(`${customerKey}:${customerSecret}`).toString('base64')}`;

  const fetched = async <S extends z.ZodType>(Answer: S, path: string, body?: object): Promise<z.output<S>> => {
    try {
      const answer = await fetch(new URL(path, apiBase), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timing.attempt_ms),
      });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      return Answer.parse(await answer.json());
    } catch (error) {
      throw awayBy(name, error);
    }
  };
  const ask: typeof fetched = (...request) => bounded(timing, name, () => fetched(...request));

  return {
    users: async (channel) => {
      const { data } = await ask(Users, `/dev/v1/channel/user/${appId}/${encodeURIComponent(channel)}`);
      return data.channel_exist ? data : { broadcasters: [], audience: [] };
    },
    bar: async ({ cname, uid }, duration_s) => {
      const whom = uid === null ? { cname } : { cname, uid };
      await ask(Done, '/dev/v1/kicking-rule', { appid: appId, ...whom, time_in_seconds: duration_s, privileges: ['join_channel'] });
    },
    rules: async () => {
      const { rules } = await ask(Rules, `/dev/v1/kicking-rule?appid=${appId}`);
      return rules
        .filter(({ cname, ip, privileges }) => cname !== '' && !ip && (privileges?.includes('join_channel') ?? true))
        .map(({ cname, uid }) => ({ cname, uid: uid ? uid : null }));
    },
  };
}
