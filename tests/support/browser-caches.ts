/** A browser with a Cache Storage for tests of the web: jsdom has none. */
interface Options {
  ignoreSearch?: boolean;
}

const addressOf = (asked: RequestInfo | URL, { ignoreSearch = false }: Options = {}): string => {
  const address = new URL(asked instanceof Request ? asked.url : asked, window.location.href);
  if (ignoreSearch) address.search = '';
  return address.href;
};

class HeldCache {
  readonly held = new Map<string, Response>();

  match(asked: RequestInfo, options?: Options): Promise<Response | undefined> {
    const found = [...this.held].find(([address]) => addressOf(address, options) === addressOf(asked, options));
    return Promise.resolve(found?.[1].clone());
  }
  put(asked: RequestInfo, answer: Response): Promise<void> {
    this.held.delete(addressOf(asked));
    this.held.set(addressOf(asked), answer);
    return Promise.resolve();
  }
  async add(asked: RequestInfo): Promise<void> {
    const answer = await fetch(asked);
    if (!answer.ok) throw new TypeError('An answer that is no success');
    await this.put(asked, answer);
  }
  keys(): Promise<Request[]> {
    return Promise.resolve([...this.held.keys()].map((address) => new Request(address)));
  }
  delete(asked: RequestInfo): Promise<boolean> {
    return Promise.resolve(this.held.delete(addressOf(asked)));
  }
}

export type HeldCaches = Map<string, HeldCache>;

/** From now on the browser has such a storage, empty; the returned map is what it holds. */
export function browserWithCaches(): HeldCaches {
  const held: HeldCaches = new Map();
  const storage = {
    keys: () => Promise.resolve([...held.keys()]),
    delete: (name: string) => Promise.resolve(held.delete(name)),
    open: (name: string) => {
      const cache = held.get(name) ?? new HeldCache();
      held.set(name, cache);
      return Promise.resolve(cache);
    },
  };
  Object.defineProperty(globalThis, 'caches', { value: storage, configurable: true });
  const worker = { register: () => Promise.resolve({}), getRegistration: () => Promise.resolve(undefined) };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  return held;
}

/** The browser has no such storage again. */
export function browserWithoutCaches(): void {
  Reflect.deleteProperty(globalThis, 'caches');
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
