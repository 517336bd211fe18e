/** How a service module is made: a method per endpoint, bound to the browser, or by `as` to one server render. */
import { call } from './api';
import type { Call } from './call';

/** The methods that `make` builds on a call, bound to the browser's client; `as` builds them on another. */
export function service<S extends object>(make: (call: Call) => S): S & { as: (call: Call) => S } {
  return { ...make(call), as: make };
}
