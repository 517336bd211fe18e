/** Wide covers: land, sea and sky. */
import {
  dice,
  count,
  repeat,
  among,
  r,
  linear,
  radial,
  rect,
  circle,
  shape,
  stroke,
  placed,
  through,
  curve,
  below,
  drawn,
} from './drawing';
import { ridge, aurora, auroraDefs, stars, leaf } from './patterns';
import type { Picture } from './picture';

const { abs, PI, sin } = Math;

const hills = drawn(
  'cover',
  'url(#sky)',
  (width, height) => {
    const colours = ['#f0b48c', '#d98a74', '#a8635f', '#6d4450', '#3b2d3f', '#1f1c2a'] as const;
    const trail = count(40, (index) => {
      const t = index / 39;
      return [700 + 240 * sin(t * 7) * (1 - t * 0.3) + t * 160, 470 - t * 250] as const;
    });
    return (
      circle(1010, 190, 86, '#fff1cf') +
      circle(1010, 190, 240, 'url(#glow)') +
      repeat(6, (index) =>
        shape(
          below(width, height, ridge(210 + index * 46, 62 - index * 3, 0.0042 + index * 0.0009, index * 2.1 + 0.6)),
          among(colours, index),
        ),
      ) +
      stroke(through(trail), '#ffe3b8', 3.5, 'stroke-dasharray="1 13" opacity="0.95"')
    );
  },
  linear('sky', 90, [0, '#7fb2c9'], [0.5, '#f6d9b0'], [1, '#f3b58a']) + radial('glow', [0, '#fff1cf', 0.8], [1, '#fff1cf', 0]),
);

const polar = drawn(
  'cover',
  'url(#night)',
  (width, height) =>
    stars(240, width, 330) +
    aurora(width, 300, 220) +
    shape(
      below(width, height, (x) => 360 - 70 * abs(sin(x * 0.0058 + 0.4)) - 26 * abs(sin(x * 0.017 + 1))),
      '#0c2031',
    ) +
    shape(
      below(width, height, (x) => 430 - 46 * abs(sin(x * 0.0043 + 2)) - 12 * abs(sin(x * 0.023))),
      '#07131f',
    ) +
    placed(1090, 424, shape('M-34 0L0-44L34 0Z', '#f2b134') + shape('M-8 0L0-20L8 0Z', '#7a3d12')),
  auroraDefs,
);

const palms = drawn('cover', '#f6c445', () => {
  const grounds = ['#e4572e', '#f6c445', '#1e7a5c', '#2f6fb0', '#f5b8a8', '#12343b', '#f3e9da', '#e4572e'] as const;
  const colours = ['#f6c445', '#1e7a5c', '#f5b8a8', '#f3e9da', '#e4572e', '#f6c445', '#2f6fb0', '#12343b'] as const;
  return repeat(
    8,
    (index) =>
      rect(index * 180, 0, 181, 480, among(grounds, index)) +
      (index % 3 === 1 ? circle(index * 180 + 90, 150, 66, among(colours, index + 2)) : '') +
      placed(index * 180 + 90, 500, leaf(index % 2 === 0 ? 430 : 310, among(colours, index)), index % 2 === 0 ? 3 : -5) +
      (index % 2 === 1 ? placed(index * 180 + 90, -20, leaf(190, among(colours, index + 3)), 180) : ''),
  );
});

const skyline = drawn(
  'cover',
  'url(#dusk)',
  () => {
    const toss = dice(21);
    const towers = (base: number, low: number, high: number, colour: string, lamp: string | null): string => {
      let x = -20;
      let body = '';
      while (x < 1440) {
        const [wide, tall] = [toss(40, 92), toss(low, high)];
        body += rect(x, base - tall, wide - 5, tall + 200, colour);
        if (lamp !== null)
          for (let v = 0; v < tall - 20; v += 20)
            for (let u = 8; u < wide - 18; u += 15)
              if (toss() < 0.42) body += rect(x + u, base - tall + 12 + v, 7, 10, lamp, `opacity="${r(toss(0.4, 1))}"`);
        x += wide;
      }
      return body;
    };
    return (
      circle(720, 330, 190, 'url(#disc)') +
      towers(430, 90, 190, '#8c2f63', null) +
      towers(470, 110, 250, '#4a1a52', '#ffb877') +
      towers(520, 60, 210, '#1d0c2c', '#ffe3a0')
    );
  },
  linear('dusk', 90, [0, '#3a1560'], [0.45, '#b8356b'], [0.8, '#ff8a4f'], [1, '#ffc77a']) +
    linear('disc', 90, [0, '#fff0b8'], [1, '#ff9a5a']),
);

const sea = drawn(
  'cover',
  'url(#air)',
  (width, height) => {
    const colours = ['#9fe0d8', '#57c0c4', '#2a9db0', '#147a97', '#0d5778', '#093a58'] as const;
    return (
      circle(360, 170, 104, '#ff7a59') +
      repeat(7, (index) => rect(220, 176 + index * 15, 280, 3 + index * 1.2, '#ffd9b0')) +
      repeat(6, (index) => {
        const crest = (x: number): number =>
          250 + index * 40 + 26 * sin(x * (0.006 + index * 0.0006) + index * 1.9) + 12 * abs(sin(x * 0.011 + index));
        const foam = curve(0, width, 6, (x) => crest(x) + 5);
        return (
          shape(below(width, height, crest), among(colours, index)) +
          stroke(foam, '#f7fffb', 3, `opacity="0.7" stroke-dasharray="${60 + index * 30} ${30 + index * 12}"`)
        );
      })
    );
  },
  linear('air', 90, [0, '#ffb98a'], [0.5, '#ffe0b5'], [1, '#fff1d6']),
);

const moons = drawn(
  'cover',
  'url(#deep)',
  () =>
    stars(160, 1440, 480) +
    stroke(
      curve(60, 1380, 10, (x) => 300 - 130 * sin(((x - 60) / 1320) * PI)),
      '#d9b36a',
      1.5,
      'opacity="0.6"',
    ) +
    repeat(7, (index) => {
      const t = index / 6;
      const [x, y] = [150 + 1140 * t, 300 - 130 * sin(((90 + 1140 * t) / 1320) * PI)];
      const size = 34 + 40 * sin(t * PI);
      const part = (0.5 - t) * 2;
      const bulge = r(abs(1 - 2 * abs(part)) * size);
      const full = `M0 ${r(-size)}A${r(size)} ${r(size)} 0 0 ${part > 0 ? 1 : 0} 0 ${r(size)}A${bulge} ${r(size)} 0 0 ${abs(part) > 0.5 === part > 0 ? 0 : 1} 0 ${r(-size)}Z`;
      return placed(x, y, circle(0, 0, size, '#27305c') + (abs(part) < 0.1 ? circle(0, 0, size, 'url(#moon)') : shape(full, 'url(#moon)')));
    }) +
    repeat(26, (index) =>
      placed(30 + index * 56, 452 - 8 * sin(index), shape('M0-16L12 0L0 16L-12 0Z', index % 2 === 0 ? '#c93440' : '#d9b36a')),
    ),
  linear('deep', 90, [0, '#0d1030'], [0.7, '#222a5e'], [1, '#3c2b63']) + linear('moon', 30, [0, '#fff6dc'], [1, '#e8c27a']),
);

export const coversOutside: Record<string, Picture> = {
  'covers/elio': hills,
  'covers/freya': polar,
  'covers/gabriel': palms,
  'covers/imani': skyline,
  'covers/kaia': sea,
  'covers/otto': moons,
};
