/**
 * The live engine's process: the one UDP port, the control port on loopback, and nothing of the database. A busy host never
 * disturbs the picture, and a picture that goes wrong never takes the host away.
 */
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { closeOnSignal } from '../../kernel/close-on-signal';
import { ConfigError, isLocal, readConfig } from '../../kernel/config';
import type { Config } from '../../kernel/config';
import { deriveKey } from '../../kernel/derive-key';
import { makeLogger } from '../../kernel/log';
import type { Logger } from '../../kernel/log';
import { addressesToName, addressToBind, isReachable } from './addresses';
import { openControl } from './control';
import { EventStream } from './events';
import { openAir } from './peer';
import { Recordings } from './recording/recordings';
import { Sfu } from './sfu';
import { controlLabel } from './wire';

const tick_ms = 25;

/** Its clock: steady, and near what the wall says. */
const now = (): number => performance.timeOrigin + performance.now();

/** The library would say it in its log alone. */
function assertFree(port: number, address: string | undefined): Promise<void> {
  const hasV6 = Object.values(networkInterfaces()).some((those) => those?.some(({ family }) => family === 'IPv6'));
  const probe = createSocket({ type: isIPv6(address ?? '') || (address === undefined && hasV6) ? 'udp6' : 'udp4' });
  return new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(new Error(`UDP port ${port} (LIVE_UDP_PORT) cannot be used: ${error.message}`)));
    probe.bind(port, address, () => probe.close(() => resolve()));
  });
}

async function open(config: Config, log: Logger): Promise<() => Promise<void>> {
  const { live } = config;
  const addresses = addressesToName(live.publicIps, networkInterfaces());
  if (!isLocal(config.siteUrl) && !isReachable(addresses))
    log.warn({ addresses }, 'visitors from outside will not find the live engine: set LIVE_PUBLIC_IP to an address that leads here');
  const air = { port: live.udpPort, bindAddress: addressToBind(addresses), log };
  await assertFree(air.port, air.bindAddress);
  openAir(air);
  const sfu: Sfu = new Sfu({ air, addresses, bitrate_kbps_max: live.bitrate_kbps, tell: (event) => events.tell(event), now });
  const events = new EventStream(sfu.run);
  const recordings = new Recordings({ config, log, now, ready: (room) => events.tell({ type: 'recorded', room }) });
  const key = deriveKey(config.appSecret, controlLabel).toString('hex');
  const control = await openControl({ key, port: live.port, sfu, recordings, events, log });
  const ticking = setInterval(() => sfu.tick(), tick_ms);
  log.info({ addresses, udpPort: live.udpPort }, 'the live engine answers');
  return async () => {
    clearInterval(ticking);
    sfu.closeAll();
    await recordings.close();
    events.close();
    control.close();
    control.closeAllConnections();
  };
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = makeLogger(config.logLevel);
  const close = await open(config, log);
  closeOnSignal(close, log);
  process.send?.('ready');
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError || error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
