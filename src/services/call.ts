/** What a call is, in the browser and in a server render alike. Types only. */
import type { Api, Name } from '@contract/api';
import type { Answer, Input } from '@contract/endpoint';

export interface CallOptions {
  signal?: AbortSignal;
  /** Told while a body is being sent: the part sent so far, 0 to 1. */
  onProgress?: (sent: number) => void;
  /**
   * Speak for this session instead of the stored one. Refusals of such a call are told to nobody else: who passes a
   * token knows what to do about them.
   */
  token?: string;
  /** One key per intention makes a repeated sending harmless. */
  idempotencyKey?: string;
}

/** Calls an endpoint of the contract. Resolves to `data` of the answer, rejects with `Refused` and nothing else. */
export type Call = <N extends Name>(name: N, input: Input<Api[N]>, options?: CallOptions) => Promise<Answer<Api[N]>>;

type Part<N extends Name, P extends string> = Input<Api[N]> extends Partial<Record<P, infer T>> ? T : never;
/** The wire form of an endpoint's query and body. */
export type QueryOf<N extends Name> = Part<N, 'query'>;
export type BodyOf<N extends Name> = Part<N, 'body'>;
/** `data` of an endpoint's answer. */
export type AnswerOf<N extends Name> = Answer<Api[N]>;
