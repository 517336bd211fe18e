/** Outgoing requests: only to public addresses, whatever DNS returns. */
import { BlockedAddressError, publicLookup } from './addresses';

const lookUp = (host: string) =>
  new Promise<Error | null>((resolve) => {
    publicLookup(host, { all: true }, resolve);
  });

test('an unknown name passes the lookup error to the callback', async () => {
  // A reserved top-level domain.
  expect(await lookUp('nowhere.invalid')).toMatchObject({ syscall: 'getaddrinfo' });
});

test('a name that resolves to the local machine is rejected', async () => {
  expect(await lookUp('localhost')).toBeInstanceOf(BlockedAddressError);
});
