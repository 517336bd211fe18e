/** Types of API calls, shared by the browser and server renders. */
import type { Api, Name } from '@contract/api';
import type { ResponseBody, Input } from '@contract/kernel/endpoint';

export interface CallOptions {
  signal?: AbortSignal;
  /** Upload progress of the body, 0 to 1. */
  onProgress?: (sent: number) => void;
  /**
   * Uses this session instead of the stored one. Errors of the call are not passed to the global listeners: the caller handles
   * them.
   */
  token?: string;
  /** The request is sent even while the page is being closed. */
  outlivesPage?: boolean;
  /** One key per intention makes repeated requests harmless. */
  idempotencyKey?: string;
}

/** Calls an endpoint of the contract. Resolves to `data` of the response; rejects only with `ApiError`. */
export type Call = <N extends Name>(name: N, input: Input<Api[N]>, options?: CallOptions) => Promise<ResponseBody<Api[N]>>;

type Part<N extends Name, P extends string> = Input<Api[N]> extends Partial<Record<P, infer T>> ? T : never;
/** The wire form of an endpoint's query and body. */
export type QueryOf<N extends Name> = Part<N, 'query'>;
export type BodyOf<N extends Name> = Part<N, 'body'>;
/** `data` of an endpoint's response. */
export type ResponseOf<N extends Name> = ResponseBody<Api[N]>;
