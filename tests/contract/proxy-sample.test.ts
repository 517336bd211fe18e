/**
 * The sample proxy configuration responds over IPv4 and IPv6. Its effect on people's requests:
 * tests/journeys/network/behind-proxy.test.ts.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hasIPv6, hasNginx, startNginx, type TestNginx } from '../kit/processes/nginx';

const describeHere = hasNginx && hasIPv6 ? describe : describe.skip;

describeHere('the sample configuration for nginx', () => {
  let server: Server;
  let nginx: TestNginx;
  beforeAll(async () => {
    server = createServer((_request, response) => void response.end('behind the proxy')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    nginx = await startNginx({ site: port, apiServers: [port, port] });
  });
  afterAll(async () => {
    // First, because an open server would keep the run from ending if the proxy did not start.
    server.close();
    server.closeAllConnections();
    await nginx.close();
  });

  const byIPv6 = (): Agent =>
    new Agent({
      ca: nginx.agent.options.ca,
      lookup: (_name, { all }, callback) => {
        if (all) callback(null, [{ address: '::1', family: 6 }]);
        else callback(null, '::1', 6);
      },
    });

  test.each(['https://example.com/', 'https://api.example.com/health'])('serves %s over IPv4 and IPv6', async (address) => {
    for (const options of [{}, { agent: byIPv6() }])
      expect(await nginx.fetch(address, options)).toMatchObject({ status: 200, text: 'behind the proxy' });
  });

  test.each(['https://example.com/metrics', 'https://api.example.com/metrics'])(
    'serves %s to the private network only',
    async (address) => {
      expect((await nginx.fetch(address)).status).toBe(404);
    },
  );
});
