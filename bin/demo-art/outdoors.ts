/** Posts from outside: mountains, the polar night, waves and streets. */
import { dice, count, repeat, among, r, linear, radial, rect, circle, shape, stroke, placed, through, below, drawn } from './drawing';
import { aurora, auroraDefs, stars } from './patterns';
import type { Picture } from './picture';

const { abs, cos, floor, PI, pow, sin } = Math;

const contours = drawn('tall', '#1f4b43', () => {
  const height = (x: number, y: number): number =>
    Math.exp(-(((x - 560) / 300) ** 2 + ((y - 470) / 330) ** 2)) +
    0.62 * Math.exp(-(((x - 250) / 210) ** 2 + ((y - 880) / 240) ** 2)) +
    0.05 * sin(x * 0.016) * cos(y * 0.014);
  // From each level outwards: the radius at which the slope falls below it, by bisection.
  const ring = (cx: number, cy: number, level: number): string =>
    `${through(
      count(90, (index) => {
        const angle = (index / 90) * 2 * PI;
        let [near, far] = [0, 900];
        for (let step = 0; step < 18; step += 1) {
          const middle = (near + far) / 2;
          if (height(cx + middle * cos(angle), cy + middle * sin(angle)) > level) near = middle;
          else far = middle;
        }
        return [cx + near * cos(angle), cy + near * sin(angle)] as const;
      }),
    )}Z`;
  const tints = ['#2a6155', '#3b7a62', '#5b9670', '#8bb47c', '#c4cf8e', '#ecdca4', '#f6e9c6', '#fff6e2'] as const;
  const summits = [
    [560, 470],
    [250, 880],
  ] as const;
  const rings = repeat(15, (index) => {
    const level = 0.2 + index * 0.055;
    const line = 'stroke="#16362f" stroke-width="2" stroke-opacity="0.45"';
    return summits.map(([x, y]) => (height(x, y) > level ? shape(ring(x, y, level), among(tints, floor(index / 2)), line) : '')).join('');
  });
  const way = 'M80 1150C180 1060 120 960 240 900S380 840 400 760S330 640 420 600S600 640 620 560S500 500 545 470';
  return (
    rings +
    stroke(way, '#fff6e2', 13) +
    stroke(way, '#e4572e', 7, 'stroke-dasharray="2 16"') +
    circle(80, 1150, 20, '#fff6e2') +
    circle(80, 1150, 11, '#e4572e') +
    placed(548, 470, shape('M0 0V-96L74-70L6-44', '#e4572e') + stroke('M0 0V-98', '#16362f', 8)) +
    placed(820, 1060, circle(0, 0, 74, '#16362f') + shape('M0-56L16 0H-16Z', '#e4572e') + shape('M0 56L16 0H-16Z', '#f6e9c6'), 18)
  );
});

const polarNight = drawn(
  'tall',
  'url(#night)',
  (width, height) =>
    stars(260, width, 700) +
    aurora(width, 620, 420) +
    shape(
      below(width, height, (x) => 820 - 240 * Math.max(0, 1 - abs(x - 620) / 420) - 40 * abs(sin(x * 0.021)) - 20 * abs(sin(x * 0.05))),
      '#0d2436',
    ) +
    shape(
      below(width, height, (x) => 950 - 60 * abs(sin(x * 0.006 + 2)) - 14 * abs(sin(x * 0.03))),
      '#081623',
    ) +
    placed(
      250,
      985,
      shape('M-70 0V-64L0-118L70-64V0Z', '#a8322a') +
        shape('M-84-56L0-124L84-56L70-44L0-100L-70-44Z', '#e9eef2') +
        rect(-18, -50, 36, 34, '#ffd27a') +
        circle(0, -34, 70, 'url(#lit)'),
    ) +
    rect(0, 1010, 960, 190, 'url(#ice)'),
  `${auroraDefs}${linear('ice', 90, [0, '#1f6a66', 0.8], [1, '#06121c'])}${radial('lit', [0, '#ffd27a', 0.5], [1, '#ffd27a', 0])}`,
);

const lens = drawn(
  'square',
  'url(#dark)',
  () =>
    circle(540, 540, 430, '#101722') +
    repeat(60, (index) => placed(540, 540, rect(-4, -428, 8, 34, '#26324a'), index * 6)) +
    circle(540, 540, 372, '#1c2738') +
    circle(540, 540, 330, '#0a0f18') +
    repeat(9, (index) =>
      placed(540, 540, shape('M0-300Q190-230 210-40L60-90Z', among(['#24476e', '#1d3a5c', '#2f5f8a'], index), 'opacity="0.9"'), index * 40),
    ) +
    circle(540, 540, 190, 'url(#glass)') +
    circle(540, 540, 300, 'url(#coat)') +
    `<ellipse cx="440" cy="400" rx="110" ry="70" fill="#ffffff" opacity="0.34" transform="rotate(-38 440 400)"/>` +
    circle(660, 680, 30, '#b9f5e0', 'opacity="0.5"') +
    circle(700, 610, 14, '#ffb0d8', 'opacity="0.55"') +
    stroke('M540 122v40', '#f2b134', 9),
  linear('dark', 60, [0, '#9fc3dd'], [1, '#d9e7ef']) +
    radial('glass', [0, '#050810'], [0.7, '#1b2a5c'], [1, '#5b3fa0', 0.6]) +
    radial('coat', [0, '#4bf0b0', 0], [0.7, '#4bd0f0', 0.22], [1, '#c86bff', 0.34]),
);

const risoWave = drawn(
  'tall',
  '#f7ebd8',
  () => {
    const dots = repeat(58, (row) =>
      repeat(46, (column) => {
        const [x, y] = [column * 22 + (row % 2) * 11, 560 + row * 11.4];
        const size = 1.4 + 6.6 * pow(0.5 + 0.5 * sin(x * 0.011 + sin(y * 0.013) * 2.2 + y * 0.022), 1.5);
        return y > 610 - 70 * sin(x * 0.0085) ? circle(x, y, size, '#0e4e78') : '';
      }),
    );
    return (
      circle(480, 400, 280, '#ff5e4d') +
      repeat(10, (index) => rect(160, 400 + index * 28, 640, 5 + index * 2.2, '#f7ebd8')) +
      shape(
        below(960, 1200, (x) => 600 - 70 * sin(x * 0.0085)),
        '#3fb6c6',
      ) +
      dots +
      shape(
        'M-20 1200V860C120 700 330 640 470 740C540 790 560 870 500 900C470 840 400 820 350 860C420 880 450 960 430 1010C560 960 760 880 980 930V1200Z',
        '#0e4e78',
      ) +
      shape('M-20 900C120 740 320 676 460 756C520 790 540 850 508 884C470 800 380 786 320 840C200 800 90 860-20 980Z', '#f7ebd8') +
      repeat(9, (index) => circle(380 + index * 24, 712 - 26 * sin(index * 0.8) - index * 4, 10 + 5 * sin(index * 2), '#f7ebd8'))
    );
  },
  '',
  10,
);

const skate = drawn(
  'tall',
  '#2b1e4a',
  () => {
    const [unit, toss] = [24, dice(31)];
    const px = (x: number, y: number, colour: string, wide = 1, high = 1): string =>
      rect(x * unit, y * unit, wide * unit + 0.5, high * unit + 0.5, colour);
    const bands = ['#2b1e4a', '#4a2a6b', '#7a3a7f', '#b8507f', '#f0806b', '#ffb27a'] as const;
    const boot = (x: number): string =>
      px(x, 33, '#f6f0e6', 4, 5) +
      px(x, 38, '#f6f0e6', 7, 4) +
      px(x, 42, '#e0503f', 7, 1) +
      px(x, 33, '#ff7ab8', 4, 1) +
      px(x + 2, 35, '#ff7ab8', 2) +
      px(x + 2, 37, '#ff7ab8', 2) +
      px(x, 43, '#ffd23f', 2, 2) +
      px(x + 5, 43, '#ffd23f', 2, 2) +
      px(x + 7, 40, '#4bd0f0', 1, 2);
    return (
      repeat(6, (index) => px(0, index * 6, among(bands, index), 40, 7)) +
      repeat(46, () => px(floor(toss(0, 40)), floor(toss(0, 16)), '#ffe9c9')) +
      px(25, 10, '#ffd27a', 8, 10) +
      px(24, 12, '#ffd27a', 10, 6) +
      px(27, 9, '#ffd27a', 4, 12) +
      repeat(20, (index) => px(index * 2, 36 - floor(4 + 7 * abs(sin(index * 1.9))), index % 2 === 0 ? '#3c2458' : '#4d2c6a', 2, 20)) +
      repeat(34, () => px(floor(toss(0, 40)), floor(toss(29, 36)), '#ffd27a')) +
      px(0, 36, '#1d1433', 40, 14) +
      px(0, 45, '#3f8fd0', 40, 1) +
      px(0, 46, '#2a2150', 40, 4) +
      repeat(10, (index) => px(index * 4 + 1, 48, '#ffd23f', 2)) +
      boot(8) +
      boot(22) +
      repeat(5, (index) => px(2 + (index % 3), 34 + index * 2, '#ff7ab8', 3 - (index % 2)))
    );
  },
  '',
  0,
);

const isoTown = drawn(
  'wide',
  'url(#dusk)',
  () => {
    const [unit, toss] = [56, dice(8)];
    const at = (x: number, y: number, z: number): string =>
      `${r(600 + (x - y) * unit * 0.866)} ${r(430 + (x + y) * unit * 0.5 - z * unit)}`;
    const face = (points: readonly string[], colour: string): string => shape(`M${points.join('L')}Z`, colour);
    type Shades = readonly [top: string, left: string, right: string];
    const cube = (x: number, y: number, z: number, wide: number, deep: number, high: number, [top, left, right]: Shades): string =>
      face([at(x, y, z + high), at(x + wide, y, z + high), at(x + wide, y + deep, z + high), at(x, y + deep, z + high)], top) +
      face([at(x, y + deep, z), at(x + wide, y + deep, z), at(x + wide, y + deep, z + high), at(x, y + deep, z + high)], left) +
      face([at(x + wide, y, z), at(x + wide, y + deep, z), at(x + wide, y + deep, z + high), at(x + wide, y, z + high)], right);
    const shades = [
      ['#ffe3b8', '#f2a65a', '#c96f3b'],
      ['#bfe6e0', '#5fb0a8', '#2e7c7a'],
      ['#ffd0d8', '#ee7f97', '#b94a69'],
      ['#d8d2ff', '#8f83e6', '#5a4eb5'],
      ['#fff6e6', '#e9d3b4', '#bfa27c'],
    ] as const satisfies readonly [Shades, ...Shades[]];
    const cells = count(25, (index) => [floor(index / 5) * 2 - 4.6, (index % 5) * 2 - 4.6] as const).sort(
      (a, b) => a[0] + a[1] - b[0] - b[1],
    );
    return (
      cube(-5.2, -5.2, -0.5, 10.6, 10.6, 0.5, ['#5b5a8c', '#3d3c6b', '#2c2b54']) +
      cells
        .map(([x, y], cell) => {
          if (toss() < 0.2)
            return (
              cube(x, y, 0, 1.5, 1.5, 0.08, ['#6cbf8a', '#4f9a7c', '#35745d']) +
              repeat(3, (tree) =>
                cube(x + 0.2 + tree * 0.4, y + 0.2 + ((tree * 7) % 3) * 0.4, 0.1, 0.34, 0.34, 0.7 + tree * 0.15, [
                  '#b6e07e',
                  '#6caf4d',
                  '#43823a',
                ]),
              )
            );
          const high = toss(0.8, 3.6);
          const lamps = repeat(floor(high / 0.55), (row) =>
            repeat(3, (column) => {
              if (toss() < 0.3) return '';
              const [a, z] = [x + 0.2 + column * 0.42, 0.2 + row * 0.55];
              return face(
                [at(a, y + 1.5, z), at(a + 0.24, y + 1.5, z), at(a + 0.24, y + 1.5, z + 0.3), at(a, y + 1.5, z + 0.3)],
                '#fff3c9',
              );
            }),
          );
          return (
            cube(x, y, 0, 1.5, 1.5, high, among(shades, cell * 3 + floor(toss(0, 5)))) +
            lamps +
            (toss() < 0.5 ? cube(x + 0.35, y + 0.35, high, 0.8, 0.8, 0.3, among(shades, cell)) : '')
          );
        })
        .join('')
    );
  },
  linear('dusk', 90, [0, '#1d2147'], [1, '#6a5aa8']),
);

export const outdoors: Record<string, Picture> = {
  'photos/contours': contours,
  'photos/polar-night': polarNight,
  'photos/lens': lens,
  'photos/riso-wave': risoWave,
  'photos/skates': skate,
  'photos/iso-town': isoTown,
};
