/**
 * A service per family of the contract, with a method per endpoint: `services.auth['POST /auth/login']({ body })`. All of them are
 * derived from the declarations in `contract/`, so a new endpoint or family needs nothing here. The documentation of a method is
 * the `does` of its declaration, and that is where "go to definition" on its name leads.
 *
 * The contract is imported for its types only: neither schemas nor a list of names reach the browser. At run time a method is made
 * from its name when it is first read, and the family is not looked at: that a family has an endpoint is checked by the compiler.
 */
import type { families } from '@contract/api';
import type { Answer, Input } from '@contract/endpoint';
import { call } from './api';
import type { Call, CallOptions } from './call';

/** Calls one endpoint. `input` may be omitted where every part of it is optional. */
type Method<E> =
  object extends Input<E>
    ? (input?: Input<E>, options?: CallOptions) => Promise<Answer<E>>
    : (input: Input<E>, options?: CallOptions) => Promise<Answer<E>>;
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
      get(made, name) {
        // Whatever inspects the object asks for `then`, `toJSON` or symbols: those are no endpoints.
        if (typeof name === 'symbol' || !name.includes(' /')) return undefined;
        return (made[name] ??= (input = {}, options) => (call as AnyCall)(name, input, options));
      },
    },
  );
  return new Proxy({} as Services, { get: () => methods });
}

/** The services of the browser, for the user whose session the cookie holds. */
export const services = servicesOf(call);
