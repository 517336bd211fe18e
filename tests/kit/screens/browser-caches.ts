/** Cache Storage for tests of the web app, because jsdom has none. */
interface Options {
  ignoreSearch?: boolean;
}

const urlOf = (request: RequestInfo | URL, { ignoreSearch = false }: Options = {}): string => {
  const address = new URL(request instanceof Request ? request.url : request, window.location.href);
  if (ignoreSearch) address.search = '';
  return address.href;
};

class FakeCache {
  readonly responses = new Map<string, Response>();

  match(request: RequestInfo, options?: Options): Promise<Response | undefined> {
    const found = [...this.responses].find(([address]) => urlOf(address, options) === urlOf(request, options));
    return Promise.resolve(found?.[1].clone());
  }
  put(request: RequestInfo, response: Response): Promise<void> {
    this.responses.delete(urlOf(request));
    this.responses.set(urlOf(request), response);
    return Promise.resolve();
  }
  async add(request: RequestInfo): Promise<void> {
    const response = await fetch(request);
    if (!response.ok) throw new TypeError('the response is not successful');
    await this.put(request, response);
  }
  keys(): Promise<Request[]> {
    return Promise.resolve([...this.responses.keys()].map((address) => new Request(address)));
  }
  delete(request: RequestInfo): Promise<boolean> {
    return Promise.resolve(this.responses.delete(urlOf(request)));
  }
}

export type FakeCaches = Map<string, FakeCache>;

/** Installs an empty Cache Storage for the build `test-build`; returns the map of its caches. */
export function installCacheStorage(): FakeCaches {
  const caches: FakeCaches = new Map();
  const storage = {
    keys: () => Promise.resolve([...caches.keys()]),
    delete: (name: string) => Promise.resolve(caches.delete(name)),
    open: (name: string) => {
      const cache = caches.get(name) ?? new FakeCache();
      caches.set(name, cache);
      return Promise.resolve(cache);
    },
  };
  Object.defineProperty(window, '__NEXT_DATA__', { value: { buildId: 'test-build' }, configurable: true });
  Object.defineProperty(globalThis, 'caches', { value: storage, configurable: true });
  const worker = { register: () => Promise.resolve({}), getRegistration: () => Promise.resolve(undefined) };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  return caches;
}

/** Removes the Cache Storage. */
export function removeCacheStorage(): void {
  Reflect.deleteProperty(window, '__NEXT_DATA__');
  Reflect.deleteProperty(globalThis, 'caches');
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
