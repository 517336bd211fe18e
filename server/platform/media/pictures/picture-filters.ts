/**
 * What is done to pictures on their way into a rendition: fields become whole pictures, pixels square, and colours those that
 * every browser and every still shows, BT.709. HDR is mapped down, and wide colours are brought in.
 */
import type { Config } from '../../../kernel/config';
import { convert } from '../converting/ffmpeg';

/** How the colours of a video are written; null where they are what browsers expect, or nothing is said of them. */
export interface Colours {
  /** By which curve light is written: HLG and PQ reach far above the white of a page. */
  transfer: 'arib-std-b67' | 'smpte2084' | 'bt709';
  primaries: 'bt2020' | 'smpte432' | 'bt709';
  matrix: 'bt2020nc' | 'bt2020c' | 'bt709';
  range: 'tv' | 'pc';
}

/** Reads what the converter says of a stream: `yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67, progressive)`. */
export function coloursIn(line: string): Colours | null {
  const [, range = '', matrix = '', primaries = '', curve = ''] = /\((?:(tv|pc), )?([\w-]+)\/([\w-]+)\/([\w-]+)[,)]/.exec(line) ?? [];
  const transfer = curve === 'arib-std-b67' || curve === 'smpte2084' ? curve : 'bt709';
  const isWide = primaries === 'bt2020' || primaries === 'smpte432';
  if (transfer === 'bt709' && !isWide) return null;
  return {
    transfer,
    // HDR that does not name its colours has those of its standard.
    primaries: isWide ? primaries : 'bt2020',
    matrix: matrix === 'bt2020nc' || matrix === 'bt2020c' || matrix === 'bt709' ? matrix : primaries === 'smpte432' ? 'bt709' : 'bt2020nc',
    range: range === 'pc' ? 'pc' : 'tv',
  };
}

/** Nits that become the white of a page: the level at which HDR has its own white. */
const white_nits = 203;

function mapped({ transfer, primaries, matrix, range }: Colours): string[] {
  const from = `zscale=tin=${transfer}:pin=${primaries}:min=${matrix}:rin=${range}`;
  const page = 't=bt709:m=bt709:r=tv';
  if (transfer === 'bt709') return [`${from}:p=bt709:${page}`, 'format=yuv420p'];
  const linear = `${from}:p=bt709:t=linear:m=gbr:npl=${String(white_nits)}`;
  // Dark and middle tones stay as they are, and only what is brighter is pressed together.
  return [linear, 'format=gbrpf32le', 'tonemap=tonemap=mobius:desat=0', `zscale=${page}`, 'format=yuv420p'];
}

/** Fewer lines have no fields, and the filter takes none. */
const linesWithFields = 16;

/** The chain of filters for a picture of this size. Without `canMap` colours come out paler, but are called what they are. */
export function filtersOf(
  { height, colours }: { height: number | null; colours: Colours | null },
  size: { width: number; height: number },
  canMap: boolean,
): string[] {
  const scale = `scale=${String(size.width)}:${String(size.height)}`;
  // Only what is marked as interlaced is touched.
  const whole = (height ?? 0) < linesWithFields ? [] : ['bwdif=mode=send_frame:parity=auto:deint=interlaced'];
  if (colours === null) return [...whole, scale, 'setsar=1'];
  const own = colours.matrix === 'bt709' ? 'bt709' : 'bt2020';
  if (!canMap) return [...whole, `${scale}:in_color_matrix=${own}:out_color_matrix=bt709`, 'setsar=1'];
  return [...whole, scale, ...mapped(colours), 'setsar=1'];
}

/** Calls the colours of H.264 what they are after `filtersOf`: the encoder may keep the source's names. */
export const namesOfColours = (colours: Colours | null): string[] =>
  colours === null ? [] : ['-bsf:v', 'h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1'];

const trying_s = 20;
const known = new Map<string, Promise<boolean>>();
const hlg: Colours = { transfer: 'arib-std-b67', primaries: 'bt2020', matrix: 'bt2020nc', range: 'tv' };

/** Whether this converter can map colours; it is tried once, since not every build has what it takes. */
export function canMapColours(config: Pick<Config, 'ffmpegPath'>): Promise<boolean> {
  const key = config.ffmpegPath ?? '';
  const args = ['-v', 'error', '-f', 'lavfi', '-i', 'color=size=32x32:duration=0.1', '-vf', mapped(hlg).join(), '-f', 'null', '-'];
  const can = known.get(key) ?? convert(config, { args, timeout_s: trying_s }).then(({ code }) => code === 0);
  known.set(key, can);
  can.catch(() => known.delete(key));
  return can;
}
