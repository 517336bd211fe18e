/**
 * ffmpeg filters for renditions: deinterlacing, square pixels, and conversion of HDR and wide-gamut colours to BT.709, which all
 * browsers support.
 */
import type { Config } from '../../../kernel/config';
import { convert } from '../converting/ffmpeg';

/** The colour encoding of an HDR or wide-gamut video. */
export interface Colours {
  /** The transfer curve. HLG and PQ are HDR: far brighter than the white of a page. */
  transfer: 'arib-std-b67' | 'smpte2084' | 'bt709';
  primaries: 'bt2020' | 'smpte432' | 'bt709';
  matrix: 'bt2020nc' | 'bt2020c' | 'bt709';
  range: 'tv' | 'pc';
}

/**
 * Parses ffmpeg's description of a stream: `yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67, progressive)`. Null for standard or
 * unspecified colours.
 */
export function parseColours(line: string): Colours | null {
  const [, range = '', matrix = '', primaries = '', curve = ''] = /\((?:(tv|pc), )?([\w-]+)\/([\w-]+)\/([\w-]+)[,)]/.exec(line) ?? [];
  const transfer = curve === 'arib-std-b67' || curve === 'smpte2084' ? curve : 'bt709';
  const isWide = primaries === 'bt2020' || primaries === 'smpte432';
  if (transfer === 'bt709' && !isWide) return null;
  return {
    transfer,
    // HDR without explicit primaries uses those of its standard.
    primaries: isWide ? primaries : 'bt2020',
    matrix: matrix === 'bt2020nc' || matrix === 'bt2020c' || matrix === 'bt709' ? matrix : primaries === 'smpte432' ? 'bt709' : 'bt2020nc',
    range: range === 'pc' ? 'pc' : 'tv',
  };
}

/** The luminance that is mapped to the white of a page: HDR reference white. */
const white_nits = 203;

function colourFilters({ transfer, primaries, matrix, range }: Colours): string[] {
  const from = `zscale=tin=${transfer}:pin=${primaries}:min=${matrix}:rin=${range}`;
  const page = 't=bt709:m=bt709:r=tv';
  if (transfer === 'bt709') return [`${from}:p=bt709:${page}`, 'format=yuv420p'];
  const linear = `${from}:p=bt709:t=linear:m=gbr:npl=${String(white_nits)}`;
  // Keeps dark and middle tones and compresses only the highlights.
  return [linear, 'format=gbrpf32le', 'tonemap=tonemap=mobius:desat=0', `zscale=${page}`, 'format=yuv420p'];
}

/** The deinterlacing filter needs this many lines. */
const linesWithFields = 16;

/** A difference of shapes up to this share comes from rounding to even sizes, and is no reason for a black line at the edge. */
const shapeTolerance = 0.02;

/**
 * Scales to this size. Frames of another shape (a phone that was turned while recording) keep theirs, as large as fits, and are padded
 * afterwards. `dar` is the shape of the present frame, so it also applies the shape of its pixels.
 */
function scaleTo({ width, height }: { width: number; height: number }): string {
  const [w, h] = [String(width), String(height)];
  const isSameShape = `lt(abs(dar*${h}/${w}-1),${String(shapeTolerance)})`;
  return `scale=w='if(${isSameShape},${w},max(2,min(${w},2*trunc(${h}*dar/2))))':h='if(${isSameShape},${h},max(2,min(${h},2*trunc(${w}/dar/2))))'`;
}

/** The filter chain for this output size. Without `canMap` colours are paler, but tagged correctly. */
export function filtersOf(
  { height, colours }: { height: number | null; colours: Colours | null },
  size: { width: number; height: number },
  canMap: boolean,
): string[] {
  const scale = scaleTo(size);
  // Only affects frames that are marked as interlaced.
  const deinterlace = (height ?? 0) < linesWithFields ? [] : ['bwdif=mode=send_frame:parity=auto:deint=interlaced'];
  const pad = `pad=${String(size.width)}:${String(size.height)}:(ow-iw)/2:(oh-ih)/2`;
  if (colours === null) return [...deinterlace, scale, pad, 'setsar=1'];
  const matrix = colours.matrix === 'bt709' ? 'bt709' : 'bt2020';
  if (!canMap) return [...deinterlace, `${scale}:in_color_matrix=${matrix}:out_color_matrix=bt709`, pad, 'setsar=1'];
  return [...deinterlace, scale, pad, ...colourFilters(colours), 'setsar=1'];
}

/** Tags the H.264 stream as BT.709 after `filtersOf`: the encoder may keep the source's tags. */
export const bt709Tags = (colours: Colours | null): string[] =>
  colours === null ? [] : ['-bsf:v', 'h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1'];

const testTimeout_s = 20;
const results = new Map<string, Promise<boolean>>();
const hlg: Colours = { transfer: 'arib-std-b67', primaries: 'bt2020', matrix: 'bt2020nc', range: 'tv' };

/** Whether this ffmpeg build can map colours. It is tested once, because not every build has the filters. */
export function canMapColours(config: Pick<Config, 'ffmpegPath'>): Promise<boolean> {
  const key = config.ffmpegPath ?? '';
  const args = ['-v', 'error', '-f', 'lavfi', '-i', 'color=size=32x32:duration=0.1', '-vf', colourFilters(hlg).join(), '-f', 'null', '-'];
  const can = results.get(key) ?? convert(config, { args, timeout_s: testTimeout_s }).then(({ code }) => code === 0);
  results.set(key, can);
  can.catch(() => results.delete(key));
  return can;
}
