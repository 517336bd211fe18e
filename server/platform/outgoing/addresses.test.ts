/** Where the host may send something: out into the open network, whatever a name answers. */
import { ClosedAddress, publicLookup } from './addresses';

const lookUp = (host: string) =>
  new Promise<Error | null>((resolve) => {
    publicLookup(host, { all: true }, resolve);
  });

test('a name that leads nowhere is a failure of the one who asked, and of nobody else', async () => {
  // Reserved, so that nobody can ever have it.
  expect(await lookUp('nowhere.invalid')).toMatchObject({ syscall: 'getaddrinfo' });
});

test('a name that leads into the own machine is closed', async () => {
  expect(await lookUp('localhost')).toBeInstanceOf(ClosedAddress);
});
