/** Posts about ink, jokes, dance and magic. */
import { dice, count, repeat, among, r, linear, rect, circle, shape, stroke, placed, through, lettering, drawn } from './drawing';
import { mandala } from './patterns';
import type { Picture } from './picture';

const { abs, cos, pow, sin } = Math;

const enso = drawn(
  'tall',
  'url(#sheet)',
  () => {
    const hairs = repeat(64, (index) => {
      const t = (index - 31.5) / 32;
      const points = count(150, (step) => {
        const u = step / 149;
        const angle = -2.1 + u * 5.75;
        const reach = 300 + t * (58 - 34 * u) + 10 * sin(u * 5 + 1);
        return [470 + reach * cos(angle), 520 + reach * sin(angle)] as const;
      });
      return stroke(
        through(points),
        '#16222a',
        2.4,
        `opacity="${r(0.95 - 0.75 * pow(abs(t), 1.6))}" ${index % 5 === 0 ? 'stroke-dasharray="900 30 400 60"' : ''}`,
      );
    });
    const toss = dice(12);
    return (
      hairs +
      repeat(16, () => circle(toss(640, 900), toss(120, 420), toss(2, 8), '#16222a', 'opacity="0.8"')) +
      circle(470, 520, 96, '#d8472b') +
      stroke('M150 1010Q330 960 500 1004T820 990', '#16222a', 18, 'opacity="0.85"') +
      rect(774, 1060, 64, 90, '#d8472b', 'rx="7"') +
      stroke('M792 1082h28M792 1106h28M806 1082v50', '#f6eddc', 5)
    );
  },
  linear('sheet', 20, [0, '#f8f0e0'], [1, '#e6d6b6']),
  9,
);

const inkCat = drawn(
  'square',
  '#e9a3a8',
  () =>
    rect(150, 190, 780, 760, '#a35c66', 'transform="rotate(-4 540 570) translate(14 18)" opacity="0.4"') +
    `<g transform="rotate(-4 540 570)">${rect(150, 190, 780, 760, '#faf3e4')}${repeat(4, (column) => repeat(5, (row) => stroke(`M${760 - column * 70} ${270 + row * 58}h34m-17-14v34${(row + column) % 2 === 0 ? 'm-14-8l28 16' : 'm12-30l-24 22'}`, '#2a2f3a', 6, 'opacity="0.85"')))}</g>` +
    shape(
      'M300 900C250 700 330 560 420 540C400 470 400 420 410 380L470 430Q520 412 570 430L632 380C646 430 640 500 614 548C740 580 830 720 800 900Z',
      '#20232c',
    ) +
    stroke('M780 880C900 880 930 760 860 700', '#20232c', 46) +
    circle(474, 490, 17, '#f2b134') +
    circle(566, 490, 17, '#f2b134') +
    shape('M474 476q7 14 0 28q-7-14 0-28ZM566 476q7 14 0 28q-7-14 0-28Z', '#20232c') +
    shape('M508 520h24l-12 14Z', '#e9a3a8') +
    stroke('M440 524l-96-12M440 536l-92 14M600 524l96-12M600 536l92 14', '#fdf8ee', 3, 'opacity="0.8"') +
    placed(850, 890, shape('M0 0c-18-22-62-20-70 6s34 42 62 34S20 24 0 0Z', '#20232c')) +
    circle(230, 860, 26, '#20232c') +
    circle(280, 905, 12, '#20232c') +
    circle(196, 912, 9, '#20232c'),
  '',
  8,
);

const laughter = drawn(
  'square',
  '#ffd23f',
  () =>
    repeat(5, (index) =>
      lettering(
        96 - index * 10,
        64 + index * 196,
        'HAHAHA',
        among(['#1a1230', '#e4447a', '#1a1230', '#5b3fd1', '#1a1230'], index),
        1.42,
        index * 6 + 12,
      ),
    ) +
    circle(800, 800, 190, '#ff7ab8') +
    circle(738, 760, 20, '#1a1230') +
    circle(862, 760, 20, '#1a1230') +
    shape('M700 820H900A100 104 0 0 1 700 820Z', '#1a1230') +
    shape('M742 900Q800 862 858 900Q800 936 742 900Z', '#ff4f5e'),
);

const kathak = drawn(
  'tall',
  '#8f1650',
  () =>
    placed(480, 640, mandala(450, ['#c2274f', '#a81c52', '#e2583a', '#8f1650'])) +
    circle(480, 590, 290, '#f6b23c') +
    circle(480, 590, 262, '#fbd58a') +
    placed(
      480,
      930,
      shape(
        'M-44-350C-60-300-40-280-52-260C-190-210-270-110-300 0Q-150 46 0 46T300 0C270-110 190-210 52-260C40-280 60-300 44-350Z',
        '#1f6a6a',
      ) +
        shape('M-300 0Q-150 46 0 46T300 0L290-34Q150 8 0 8T-290-34Z', '#f6b23c') +
        repeat(11, (index) =>
          stroke(
            `M${r(-34 + index * 7)}-256Q${r(-110 + index * 22)}-160 ${r(-250 + index * 50)} ${r(10 - abs(index - 5) * 4)}`,
            '#0f4a4c',
            4,
            'opacity="0.6"',
          ),
        ) +
        stroke('M-34-336Q-120-330-150-420Q-160-470-116-500', '#9a5f3c', 26) +
        stroke('M34-336Q130-350 190-300', '#9a5f3c', 26) +
        stroke('M190-300l36-22M190-300l38 2M190-300l30 24', '#9a5f3c', 9) +
        stroke('M-116-500l30-26M-116-500l38-6M-116-500l4-38', '#9a5f3c', 9) +
        stroke('M-158-436l30-8M158-330l16 28', '#f6d27a', 12) +
        rect(-22, -400, 44, 60, '#9a5f3c') +
        shape('M-48-352Q0-330 48-352L52-258H-52Z', '#c2274f') +
        `<ellipse cx="6" cy="-442" rx="52" ry="62" fill="#9a5f3c"/>` +
        shape('M-50-440C-60-520 60-534 62-444C40-480 0-486-50-440Z', '#1a1014') +
        circle(-52, -462, 34, '#1a1014') +
        circle(26, -486, 8, '#f6d27a') +
        stroke('M4-440q12 9 24 0M44-440q6 5 10 0M16-408q14 10 28 0', '#3a1a14', 5) +
        circle(-44, -420, 10, '#f6d27a') +
        stroke('M-60 40v40M60 40v40', '#9a5f3c', 24),
    ) +
    repeat(3, (index) => circle(150 + index * 330, 1130 - (index % 2) * 10, 12, '#f6b23c')),
);

const cards = drawn('tall', '#123a3a', () => {
  const pip = {
    heart: 'M0 34C-60-10-34-52 0-22C34-52 60-10 0 34Z',
    spade: 'M0-40C60 4 34 46 6 20L14 44H-14L-6 20C-34 46-60 4 0-40Z',
  } as const;
  const card = (turn: number, colour: string, mark: string): string =>
    placed(
      480,
      1130,
      `<g transform="translate(0 -560)">${rect(-150, -220, 300, 440, '#000000', 'rx="26" opacity="0.22" transform="translate(10 12)"')}${rect(-150, -220, 300, 440, '#fbf4e4', 'rx="26"')}${rect(-128, -198, 256, 396, 'none', `rx="16" stroke="${colour}" stroke-width="4"`)}${placed(0, 0, shape(mark, colour), 0, 2.3)}${placed(-98, -160, shape(mark, colour), 0, 0.7)}${placed(98, 160, shape(mark, colour), 180, 0.7)}</g>`,
      turn,
    );
  return (
    repeat(30, (index) => placed(480, 620, shape('M-8 0L-22-1000H22L8 0Z', '#f2c14e', 'opacity="0.10"'), index * 12)) +
    card(-40, '#1d2733', pip.spade) +
    card(-20, '#c93440', pip.heart) +
    card(20, '#c93440', pip.heart) +
    card(40, '#1d2733', pip.spade) +
    card(0, '#1d2733', pip.spade) +
    rect(270, 1040, 420, 36, '#1d1b26', 'rx="18"') +
    shape('M330 1070H630L652 1200H308Z', '#1d1b26') +
    shape('M328 1082H632L638 1122H322Z', '#c93440') +
    repeat(7, (index) =>
      placed(
        120 + index * 120,
        150 + 60 * sin(index * 2.1),
        shape('M0-30L8-8L30 0L8 8L0 30L-8 8L-30 0L-8-8Z', '#f2c14e'),
        index * 20,
        0.5 + 0.5 * abs(sin(index)),
      ),
    )
  );
});

export const evenings: Record<string, Picture> = {
  'photos/enso': enso,
  'photos/ink-cat': inkCat,
  'photos/laughter': laughter,
  'photos/kathak': kathak,
  'photos/cards': cards,
};
