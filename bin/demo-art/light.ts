/** Long exposures: thousands of faint lines that add up to light. */
import { lerp, cos, exp, floor, PI, pow, sin, smoothstep, hash } from './distance';
import { blend, linearColour, type Colour } from './march';
import { sizes } from './drawing';
import type { Picture } from './picture';

interface Exposure {
  size: keyof typeof sizes;
  /** The gradient from the top left to the bottom right. */
  background: readonly [from: string, to: string];
  lines: number;
  strength: number;
  /** A point on a line: `u` runs along it and `t` from line to line, both from 0 to 1. Coordinates run from 0 to 1 too. */
  at: (u: number, t: number, line: number) => readonly [x: number, y: number];
  colour: (u: number, t: number, line: number) => Colour;
}

function expose({ size, background, lines, strength, at, colour }: Exposure): Picture {
  const [width, height] = sizes[size];
  const draw = (): Buffer => {
    const film = new Float32Array(width * height * 3);
    const add = (x: number, y: number, [red, green, blue]: Colour, share: number): void => {
      if (x < 0 || y < 0 || x >= width || y >= height) return;
      const index = (y * width + x) * 3;
      film[index] = (film[index] ?? 0) + red * share;
      film[index + 1] = (film[index + 1] ?? 0) + green * share;
      film[index + 2] = (film[index + 2] ?? 0) + blue * share;
    };
    const samples = width * 2;
    for (let line = 0; line < lines; line += 1) {
      const t = line / (lines - 1);
      const share = strength * (0.35 + 0.65 * hash(line, 1));
      for (let sample = 0; sample < samples; sample += 1) {
        const u = sample / samples;
        const point = at(u, t, line);
        const [x, y] = [point[0] * width, point[1] * height];
        const [ix, iy] = [floor(x), floor(y)];
        const tint = colour(u, t, line);
        add(ix, iy, tint, (1 - x + ix) * (1 - y + iy) * share);
        add(ix + 1, iy, tint, (x - ix) * (1 - y + iy) * share);
        add(ix, iy + 1, tint, (1 - x + ix) * (y - iy) * share);
        add(ix + 1, iy + 1, tint, (x - ix) * (y - iy) * share);
      }
    }
    const [from, to] = [linearColour(background[0]), linearColour(background[1])];
    return Buffer.from(
      film.map((value, index) => {
        const pixel = floor(index / 3);
        const base = blend(from, to, (pixel % width) / width / 2 + floor(pixel / width) / height / 2)[(index % 3) as 0 | 1 | 2];
        return Math.round(255 * pow(1 - exp(-(value + base) * 1.35), 1 / 2.2));
      }),
    );
  };
  return { width, height, draw, grain: 4 };
}

const [pink, amber, violet] = [linearColour('#ff4fa3'), linearColour('#ffb36b'), linearColour('#8a5bff')];
const [teal, blue, gold] = [linearColour('#35e0d0'), linearColour('#4d6bff'), linearColour('#ffd58a')];
const [red, white, magenta] = [linearColour('#ff3b30'), linearColour('#fff2d8'), linearColour('#ff4fd8')];

export const exposures: Record<string, Picture> = {
  'covers/ada': expose({
    size: 'cover',
    background: ['#2a0d2b', '#4a1440'],
    lines: 420,
    strength: 0.075,
    at: (u, t) => {
      const spread = 0.34 * sin(u * PI) * (0.3 + 0.7 * Math.abs(cos(u * 4.4 + 0.9)));
      return [u * 1.1 - 0.05, 0.5 + 0.24 * sin(u * 6.3 + 0.4) + (t - 0.5) * spread * 2 * cos(u * 5 + t * 1.2) + 0.03 * sin(u * 20 + t * 7)];
    },
    colour: (u, t) => blend(blend(pink, amber, smoothstep(0.2, 0.9, u)), violet, smoothstep(0.35, 1, t) * 0.8),
  }),
  'photos/light-dance': expose({
    size: 'tall',
    background: ['#04141c', '#0f3138'],
    lines: 520,
    strength: 0.1,
    at: (u, t) => {
      const angle = u * PI * 4;
      const radius = 0.2 + 0.14 * sin(angle * 1.5 + t * 1.7) + 0.06 * t;
      return [0.5 + 1.12 * (radius + 0.02 * sin(angle * 7 + t * 9)) * cos(angle + t * 1.2), 0.5 + 1.15 * radius * sin(angle + t * 0.8)];
    },
    colour: (u, t) => blend(blend(teal, blue, t), gold, smoothstep(0.75, 1, sin(u * PI * 6 + t * 1.7))),
  }),
  // Roads at night, from a bridge: they meet at the horizon.
  'covers/noor': expose({
    size: 'cover',
    background: ['#0d0a2b', '#2b1150'],
    lines: 460,
    strength: 0.3,
    at: (u, t, line) => {
      const nearness = pow(u, 2.2);
      const lane = floor(t * 12) / 12 - 0.46 + 0.07 * hash(line, 3);
      const sway = 0.1 * sin((1 - nearness) * 2.6);
      return [0.56 + sway - 0.08 + lane * (0.03 + 3.6 * nearness), 0.4 + 0.72 * nearness - 0.03 * hash(line, 9) * (0.1 + nearness) * 4];
    },
    colour: (u, t, line) => {
      const side = t < 0.5 ? blend(red, magenta, hash(line, 5)) : blend(white, blue, hash(line, 6) * 0.8);
      const fade = lerp(0.25, 1, u);
      return [side[0] * fade, side[1] * fade, side[2] * fade];
    },
  }),
};
