/** The site's ffmpeg for the recordings of the embedded engine, with limits of time, memory and priority. */
import type { Converter } from '@sfu/recording/conversion';
import type { Config } from '../../../kernel/config';
import { inputOf, runFfmpeg } from '../../../platform/media/converting/ffmpeg';
import { probe } from '../../../platform/media/converting/probe';

export const converterOf = (config: Pick<Config, 'ffmpegPath'>): Converter => ({
  convert: (args, timeout_s) => runFfmpeg(config, { args, timeout_s }),
  inputOf,
  sizeOf: (path, demuxer) => probe(config, path, demuxer),
});
