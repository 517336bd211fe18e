/** Wide covers: patterns, wood, ink and music. */
import { repeat, among, r, linear, radial, rect, circle, shape, stroke, placed, curve, drawn } from './drawing';
import { mandala } from './patterns';
import type { Picture } from './picture';

const { abs, cos, floor, PI, sin } = Math;

const strings = drawn(
  'cover',
  'url(#ground)',
  (width) => {
    const pulse = (x: number): number => abs(sin(x * 0.0062) * sin(x * 0.0021 + 0.5));
    const bars = repeat(96, (index) => {
      const x = 22 + index * 14.7;
      const high = 14 + 190 * pulse(x) + 26 * abs(sin(index * 1.9));
      return rect(x, 240 - high / 2, 7, high, `url(#bar${index % 2})`, 'rx="3.5"');
    });
    const wires = repeat(6, (index) =>
      stroke(
        curve(-10, width + 10, 10, (x) => 130 + index * 44 + (6 - index) * 4 * sin(x * 0.012 + index)),
        '#ffe7c2',
        1 + index * 0.4,
        'opacity="0.28"',
      ),
    );
    return circle(1120, 90, 420, 'url(#sun)') + wires + bars;
  },
  linear('ground', 12, [0, '#3a0f14'], [0.55, '#8c2a1f'], [1, '#d9682d']) +
    radial('sun', [0, '#ffc46b', 0.85], [1, '#ffc46b', 0]) +
    linear('bar0', 90, [0, '#ffe9b8'], [0.5, '#ff9e4a'], [1, '#ffe9b8']) +
    linear('bar1', 90, [0, '#fff6dc'], [0.5, '#ffc36b'], [1, '#fff6dc']),
);

const scales = drawn(
  'cover',
  '#123b4a',
  () => {
    const hues = ['#ff6f91', '#ff9671', '#ffc75f', '#9be8d8', '#43b5b8', '#2b7f95', '#5d5fb5'] as const;
    const size = 52;
    return repeat(13, (row) =>
      repeat(30, (column) => {
        const [x, y] = [column * size + (row % 2) * (size / 2) - 20, row * size * 0.78 - 30];
        const hue = among(hues, floor(x / 210 + row * 0.55 + sin(column * 1.7 + row) * 0.7 + 7));
        return circle(x, y, size * 0.56, hue, 'stroke="#0b2b38" stroke-width="2.5"') + circle(x, y - 6, size * 0.36, 'url(#sheen)');
      }),
    );
  },
  radial('sheen', [0, '#ffffff', 0.5], [1, '#ffffff', 0]),
);

/** An eight-pointed star with a woven border. */
const star = (size: number, fill: string, line: string): string =>
  rect(-size, -size, size * 2, size * 2, fill) +
  rect(-size, -size, size * 2, size * 2, fill, 'transform="rotate(45)"') +
  `<g fill="none" stroke="${line}" stroke-width="3">${rect(-size, -size, size * 2, size * 2, 'none')}${rect(-size, -size, size * 2, size * 2, 'none', 'transform="rotate(45)"')}</g>` +
  repeat(8, (index) =>
    placed(
      0,
      0,
      shape(`M0 ${-size * 0.78}Q${size * 0.3} ${-size * 0.4} 0 0Q${-size * 0.3} ${-size * 0.4} 0 ${-size * 0.78}Z`, line),
      index * 45,
    ),
  ) +
  circle(0, 0, size * 0.16, fill, `stroke="${line}" stroke-width="3"`);

const arabesque = drawn(
  'cover',
  'url(#ground)',
  () =>
    repeat(5, (row) =>
      repeat(12, (column) => {
        const [x, y] = [column * 132 - 6, row * 132 - 24];
        return (
          placed(x, y, star(46, among(['#14355a', '#7b1f35', '#14355a', '#0f5d5f'], column + row * 2), '#e9c46a')) +
          placed(x + 66, y + 66, rect(-15, -15, 30, 30, '#e9c46a', 'transform="rotate(45)"') + circle(0, 0, 8, '#7b1f35'))
        );
      }),
    ) + rect(0, 0, 1440, 480, 'url(#shade)'),
  linear('ground', 0, [0, '#0c2340'], [1, '#102c4e']) +
    linear('shade', 0, [0, '#050d1c', 0.55], [0.45, '#050d1c', 0], [1, '#f2a65a', 0.28]),
);

const brush = drawn(
  'cover',
  'url(#sheet)',
  (width) => {
    const hairs = repeat(40, (index) => {
      const t = (index - 19.5) / 20;
      const line = curve(
        -20,
        width + 20,
        12,
        (x) => 250 + 96 * sin(x * 0.0056 + 0.4) * cos(x * 0.0021) + t * (16 + 30 * abs(sin(x * 0.0038 + 0.7))),
      );
      return stroke(line, '#1b2a30', 1.6, `opacity="${r(0.9 - 0.75 * abs(t))}"`);
    });
    return (
      circle(1090, 170, 96, '#d8472b') +
      hairs +
      circle(300, 120, 10, '#1b2a30') +
      circle(338, 104, 7, '#1b2a30') +
      rect(1330, 356, 46, 64, '#d8472b', 'rx="5"') +
      stroke('M1342 372h22M1342 388h22M1353 372v36', '#f4ead8', 4)
    );
  },
  linear('sheet', 20, [0, '#f6eddc'], [1, '#e4d2b0']),
);

const wood = drawn(
  'cover',
  'url(#board)',
  (width) =>
    repeat(64, (index) => {
      const base = index * 9 - 40;
      const knot = (x: number, cx: number, cy: number, wide: number): number => {
        const [dx, dy] = [(x - cx) / wide, (base - cy) / 70];
        const near = 1 / (1 + dx * dx + dy * dy * 0.9);
        return Math.sign(dy || 1) * near * 44;
      };
      const line = curve(
        -10,
        width + 10,
        10,
        (x) =>
          base + knot(x, 420, 210, 120) + knot(x, 1080, 290, 150) + 7 * sin(x * 0.006 + index * 0.14) + 3 * sin(x * 0.019 + index * 0.5),
      );
      return stroke(
        line,
        index % 4 === 0 ? '#5a2c12' : '#8a4a20',
        index % 4 === 0 ? 2.6 : 1.3,
        `opacity="${r(0.35 + 0.3 * abs(sin(index * 1.3)))}"`,
      );
    }) +
    `<ellipse cx="420" cy="210" rx="34" ry="20" fill="#4a220d" opacity="0.8"/><ellipse cx="1080" cy="290" rx="44" ry="24" fill="#4a220d" opacity="0.8"/>` +
    rect(0, 0, width, 480, 'url(#varnish)'),
  linear('board', 8, [0, '#c4793a'], [0.5, '#d9964f'], [1, '#a65f2a']) +
    linear('varnish', 24, [0, '#fff3d6', 0], [0.46, '#fff3d6', 0.32], [0.6, '#fff3d6', 0], [1, '#2a0f04', 0.42]),
);

const spotlight = drawn(
  'cover',
  '#2b1e5c',
  () =>
    repeat(24, (index) => {
      const edge = (angle: number): string => `${r(720 + 1300 * cos(angle))} ${r(330 + 1300 * sin(angle))}`;
      return shape(`M720 330L${edge((index * PI) / 12)}L${edge(((index + 0.5) * PI) / 12)}Z`, index % 2 === 0 ? '#6a4bd8' : '#ff7ab8');
    }) +
    circle(720, 330, 230, '#2b1e5c') +
    circle(720, 330, 206, '#ffd23f') +
    rect(712, 300, 16, 240, '#1a1230') +
    rect(668, 150, 104, 168, '#1a1230', 'rx="52"') +
    repeat(5, (index) => rect(676, 176 + index * 20, 88, 6, '#6f62a8', 'rx="3"')) +
    stroke('M640 260v20a80 80 0 0 0 160 0v-20', '#1a1230', 12) +
    circle(695, 178, 10, '#ffffff', 'opacity="0.75"'),
);

const flowers = drawn(
  'cover',
  'url(#silk)',
  () =>
    placed(300, 480, mandala(330, ['#f6b23c', '#7b1244', '#e4572e', '#fbe3b5'])) +
    placed(1010, 60, mandala(290, ['#fbe3b5', '#e4572e', '#f6b23c', '#7b1244'])) +
    placed(1400, 470, mandala(190, ['#f6b23c', '#fbe3b5', '#7b1244', '#e4572e'])) +
    placed(640, 20, mandala(120, ['#e4572e', '#f6b23c', '#fbe3b5', '#7b1244'])),
  linear('silk', 14, [0, '#8f1650'], [0.6, '#c2274f'], [1, '#e2583a']),
);

export const covers: Record<string, Picture> = {
  'covers/bruno': strings,
  'covers/chen': scales,
  'covers/dalia': arabesque,
  'covers/hana': brush,
  'covers/jonas': wood,
  'covers/luca': spotlight,
  'covers/mira': flowers,
};
