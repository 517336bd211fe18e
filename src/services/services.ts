/**
 * A service per family of the contract, with a method per endpoint: `services.auth['POST /auth/login']({ body })`. All are derived from
 * the declarations in `contract/`, so a new endpoint or family needs no change here. A method is documented by the `summary` of its
 * declaration, which "go to definition" opens.
 *
 * Only the types of the contract are imported: neither schemas nor a list of names reach the browser. At run time a method is created
 * from its name on first access, and the family is ignored: the compiler checks that a family has an endpoint.
 */
import type { families } from '@contract/api';
import type { ResponseBody, Input } from '@contract/kernel/endpoint';
import { call } from './api';
import type { Call, CallOptions } from './call';

/** Calls one endpoint. `input` may be omitted where every part of it is optional. */
type Method<E> =
  object extends Input<E>
    ? (input?: Input<E>, options?: CallOptions) => Promise<ResponseBody<E>>
    : (input: Input<E>, options?: CallOptions) => Promise<ResponseBody<E>>;
/** Homomorphic on purpose: it keeps the link from a method to its declaration, and resolves only the methods that are used. */
type Service<Family> = { readonly [N in keyof Family]: Method<Family[N]> };
type Families = typeof families;

export type Services = { readonly [F in keyof Families]: Service<Families[F]> };

type AnyCall = (name: string, input: object, options?: CallOptions) => Promise<unknown>;
type AnyMethod = (input?: object, options?: CallOptions) => Promise<unknown>;

/** The services whose methods go through `call`. A method is the same function each time it is read. */
export function servicesOf(call: Call): Services {
  const methods = new Proxy<Record<string, AnyMethod>>(
    {},
    {
      get(cached, name) {
        // `then`, `toJSON` and symbols, which promises and inspectors read, are not endpoints.
        if (typeof name === 'symbol' || !name.includes(' /')) return undefined;
        return (cached[name] ??= (input = {}, options) => (call as AnyCall)(name, input, options));
      },
    },
  );
  return new Proxy({} as Services, { get: () => methods });
}

/** The services of the browser, for the session in the cookie. */
export const services = servicesOf(call);
