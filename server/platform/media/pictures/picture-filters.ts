/**
 * ffmpeg filters for renditions: deinterlacing, square pixels, and conversion of HDR and wide-gamut colors to BT.709, which all
 * browsers support.
 */
import type { Config } from '../../../kernel/config';
import { runFfmpeg } from '../converting/ffmpeg';

/** The color encoding of an HDR or wide-gamut video. */
export interface ColorEncoding {
  /** The transfer curve. HLG and PQ are HDR: far brighter than the white of a page. */
  transfer: 'arib-std-b67' | 'smpte2084' | 'bt709';
  primaries: 'bt2020' | 'smpte432' | 'bt709';
  matrix: 'bt2020nc' | 'bt2020c' | 'bt709';
  range: 'tv' | 'pc';
}

/**
 * Parses ffmpeg's description of a stream: `yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67, progressive)`. Null for standard or
 * unspecified colors.
 */
export function parseColors(line: string): ColorEncoding | null {
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

/** The luminance that is mapped to the white of a page: HDR reference white (ITU-R BT.2408). */
const white_nits = 203;

function colorFilters({ transfer, primaries, matrix, range }: ColorEncoding): string[] {
  const from = `zscale=tin=${transfer}:pin=${primaries}:min=${matrix}:rin=${range}`;
  const target = 't=bt709:m=bt709:r=tv';
  if (transfer === 'bt709') return [`${from}:p=bt709:${target}`, 'format=yuv420p'];
  const linear = `${from}:p=bt709:t=linear:m=gbr:npl=${String(white_nits)}`;
  // Keeps dark and middle tones and compresses only the highlights.
  return [linear, 'format=gbrpf32le', 'tonemap=tonemap=mobius:desat=0', `zscale=${target}`, 'format=yuv420p'];
}

/** The minimum number of lines for the deinterlacing filter. */
const deinterlacedLinesMin = 16;

/** Relative difference of aspect ratios that is due to rounding to even sizes: it is scaled away, without a black line at the edge. */
const aspectRatioTolerance = 0.02;

/**
 * Scales to this size. Frames with another aspect ratio (a phone that was turned while recording) keep it, as large as fits, and are
 * padded afterwards. `dar` is the display aspect ratio of the current frame and includes its pixel aspect ratio.
 */
function scaleTo({ width, height }: { width: number; height: number }): string {
  const [w, h] = [String(width), String(height)];
  const isSameRatio = `lt(abs(dar*${h}/${w}-1),${String(aspectRatioTolerance)})`;
  return `scale=w='if(${isSameRatio},${w},max(2,min(${w},2*trunc(${h}*dar/2))))':h='if(${isSameRatio},${h},max(2,min(${h},2*trunc(${w}/dar/2))))'`;
}

/** The filter chain for this output size. Without `canMap` the colors are paler, but tagged correctly. */
export function filtersOf(
  { height, colors }: { height: number | null; colors: ColorEncoding | null },
  size: { width: number; height: number },
  canMap: boolean,
): string[] {
  const scale = scaleTo(size);
  // Only affects frames that are marked as interlaced.
  const deinterlace = (height ?? 0) < deinterlacedLinesMin ? [] : ['bwdif=mode=send_frame:parity=auto:deint=interlaced'];
  const pad = `pad=${String(size.width)}:${String(size.height)}:(ow-iw)/2:(oh-ih)/2`;
  if (colors === null) return [...deinterlace, scale, pad, 'setsar=1'];
  const matrix = colors.matrix === 'bt709' ? 'bt709' : 'bt2020';
  if (!canMap) return [...deinterlace, `${scale}:in_color_matrix=${matrix}:out_color_matrix=bt709`, pad, 'setsar=1'];
  return [...deinterlace, scale, pad, ...colorFilters(colors), 'setsar=1'];
}

/** Tags the H.264 stream as BT.709 after `filtersOf`: the encoder may keep the source's tags. */
export const bt709Tags = (colors: ColorEncoding | null): string[] =>
  colors === null ? [] : ['-bsf:v', 'h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1'];

const testTimeout_s = 20;
const results = new Map<string, Promise<boolean>>();
const hlg: ColorEncoding = { transfer: 'arib-std-b67', primaries: 'bt2020', matrix: 'bt2020nc', range: 'tv' };

/** Whether this ffmpeg build can map colors. It is tested once, because not every build has the filters. */
export function canMapColors(config: Pick<Config, 'ffmpegPath'>): Promise<boolean> {
  const key = config.ffmpegPath ?? '';
  const args = ['-v', 'error', '-f', 'lavfi', '-i', 'color=size=32x32:duration=0.1', '-vf', colorFilters(hlg).join(), '-f', 'null', '-'];
  const canMap = results.get(key) ?? runFfmpeg(config, { args, timeout_s: testTimeout_s }).then(({ code }) => code === 0);
  results.set(key, canMap);
  canMap.catch(() => results.delete(key));
  return canMap;
}
