/** The process of the embedded live engine (`npm run start:live`): the SFU from packages/sfu with this site's settings and ffmpeg. */
import { join } from 'node:path';
import { openEngine } from '@sfu/engine';
import { media_s } from '@contract/kernel/limits';
import { closeOnSignal } from '../../../kernel/close-on-signal';
import { ConfigError, isLocal, readConfig } from '../../../kernel/config';
import { makeLogger } from '../../../kernel/log';
import { controlKey } from './control-key';
import { converterOf } from './converter';

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const { live } = config;
  const log = makeLogger(config.logLevel);
  const close = await openEngine({
    udpPort: live.udpPort,
    publicIps: live.publicIps,
    isPublic: !isLocal(config.siteUrl),
    bitrate_kbps: live.bitrate_kbps,
    control: { port: live.port, key: controlKey(config) },
    recordings: { folder: join(config.dataDir, 'live'), length_s_max: media_s.video, converter: converterOf(config) },
    log,
  });
  closeOnSignal(close, log);
  process.send?.('ready');
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError || error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
