/** Helpers to write SVG. */
import type { Picture } from './picture';

/** Numbers from 0 to 1, always the same for a seed. */
export function dice(seed: number): (low?: number, high?: number) => number {
  let state = seed >>> 0;
  return (low = 0, high = 1) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let n = Math.imul(state ^ (state >>> 15), state | 1);
    n ^= n + Math.imul(n ^ (n >>> 7), n | 61);
    return low + (((n ^ (n >>> 14)) >>> 0) / 4_294_967_296) * (high - low);
  };
}

export const count = <T>(times: number, make: (index: number) => T): T[] => Array.from({ length: times }, (_, index) => make(index));
export const repeat = (times: number, make: (index: number) => string): string => count(times, make).join('');
/** One of the list, which goes round. */
export const among = <T>(list: readonly T[], index: number): T => list[((index % list.length) + list.length) % list.length] as T;
/** A coordinate, short. */
export const r = (value: number): string => String(Math.round(value * 10) / 10);

type Stop = readonly [offset: number, colour: string, opacity?: number];
const stopsOf = (stops: readonly Stop[]): string =>
  stops.map(([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('');
/** Left to right, turned by an angle in degrees. */
export const linear = (id: string, angle: number, ...stops: Stop[]): string =>
  `<linearGradient id="${id}" gradientTransform="rotate(${angle} .5 .5)">${stopsOf(stops)}</linearGradient>`;
export const radial = (id: string, ...stops: Stop[]): string => `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`;
export const blur = (id: string, x: number, y = x): string =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${x} ${y}"/></filter>`;

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${r(x)}" y="${r(y)}" width="${r(width)}" height="${r(height)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="${fill}" ${more}/>`;
export const shape = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const stroke = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const placed = (x: number, y: number, body: string, turn = 0, scale = 1): string =>
  `<g transform="translate(${r(x)} ${r(y)}) rotate(${r(turn)}) scale(${scale})">${body}</g>`;

/** A path through points. */
export const through = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${r(x)} ${r(y)}`).join('');
/** A curve of a function from left to right. */
export const curve = (from: number, to: number, step: number, at: (x: number) => number): string =>
  through(count(Math.floor((to - from) / step) + 1, (index) => [from + index * step, at(from + index * step)] as const));
/** The area below a curve. */
export const below = (width: number, height: number, at: (x: number) => number): string => `${curve(0, width, 6, at)}V${height}H0Z`;

/** Letters of a stencil: strokes in a box of 70 by 100, which need no font. */
const letters: Record<string, readonly [width: number, path: string]> = {
  A: [70, 'M0 100V35a35 35 0 0 1 70 0V100M0 64H70'],
  E: [58, 'M58 0H0V100H58M0 50H48'],
  G: [70, 'M68 24A35 35 0 0 0 0 35v30a35 35 0 0 0 70 0V54H42'],
  H: [70, 'M0 0V100M70 0V100M0 50H70'],
  I: [0, 'M0 0V100'],
  L: [54, 'M0 0V100H54'],
  N: [70, 'M0 100V0L70 100V0'],
  O: [70, 'M35 0a35 35 0 0 1 35 35v30a35 35 0 0 1-70 0v-30a35 35 0 0 1 35-35z'],
  P: [64, 'M0 100V0H34a30 30 0 0 1 0 60H0'],
  S: [66, 'M64 16C58 5 47 0 34 0a25 25 0 0 0 0 50a25 25 0 0 1 0 50C20 100 8 95 1 84'],
  T: [70, 'M0 0H70M35 0V100'],
  U: [70, 'M0 0V65a35 35 0 0 0 70 0V0'],
};
export function lettering(x: number, y: number, word: string, colour: string, scale: number, weight = 26): string {
  let place = 0;
  const drawn = word.split('').map((letter) => {
    const [width, path] = letters[letter] ?? [40, ''];
    const body = `<path transform="translate(${r(place)} 0)" d="${path}"/>`;
    place += width + weight + 14;
    return body;
  });
  return `<g transform="translate(${r(x)} ${r(y)}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linejoin="round">${drawn.join('')}</g>`;
}

export const sizes = { cover: [1440, 480], tall: [960, 1200], square: [1080, 1080], wide: [1200, 800] } as const;

/** A picture of SVG parts on a ground. */
export function drawn(
  size: keyof typeof sizes,
  ground: string,
  make: (width: number, height: number) => string,
  defs = '',
  grain = 6,
): Picture {
  const [width, height] = sizes[size];
  const draw = (): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${rect(0, 0, width, height, ground)}${make(width, height)}</svg>`;
  return { width, height, draw, grain };
}
