/** Posts about a dancer’s work: the stage, the studio and the costumes. */
import { repeat, among, r, linear, radial, rect, circle, shape, stroke, placed, curve, drawn } from './drawing';
import { dancer, figures } from './figures';
import type { Picture } from './picture';

const { abs, cos, sin } = Math;

const lighthouse = drawn(
  'tall',
  '#f3ead9',
  () =>
    circle(640, 360, 250, '#f2b134') +
    shape('M560 330L-40 120V420Z', '#fff6df', 'opacity="0.85"') +
    shape('M560 330L1000 190V450Z', '#fff6df', 'opacity="0.55"') +
    shape('M500 980L530 400H590L620 980Z', '#e4452f') +
    shape('M512 760h96l8 84h-112ZM524 560h72l6 84h-84Z', '#f3ead9') +
    rect(520, 380, 80, 22, '#1f2a44') +
    rect(534, 300, 52, 80, '#fff1bf') +
    shape('M522 300L560 244L598 300Z', '#1f2a44') +
    stroke('M551 300v80M569 300v80', '#1f2a44', 5) +
    shape('M0 1010Q180 930 360 968T720 950T960 990V1200H0Z', '#1f2a44') +
    repeat(9, (index) =>
      stroke(
        curve(-20, 980, 12, (x) => 1040 + index * 20 + 9 * sin(x * 0.014 + index * 1.3)),
        '#3f7f8c',
        4,
        `opacity="${r(0.9 - index * 0.08)}"`,
      ),
    ) +
    placed(250, 985, dancer(figures.arabesque, '#1f2a44', '#1f2a44'), 0, 1.1),
);

const windows = (x: number, y: number): string =>
  rect(x, y, 120, 320, 'url(#pane)') +
  stroke(`M${x + 60} ${y}v320M${x} ${y + 107}h120M${x} ${y + 214}h120`, '#8a5f66', 7) +
  `<rect x="${x}" y="${y}" width="120" height="320" fill="none" stroke="#8a5f66" stroke-width="9"/>`;

const morning = drawn(
  'wide',
  'url(#wall)',
  () =>
    repeat(5, (index) => windows(120 + index * 210, 110)) +
    shape('M0 560H1200V800H0Z', 'url(#floor)') +
    repeat(5, (index) => {
      const x = 120 + index * 210;
      return (
        shape(`M${x + 40} 575h110l60 190h-150Z`, '#ffe2a8', 'opacity="0.75"') +
        shape(`M${x} 110h120L${x + 230} 765h-150Z`, '#fff3d0', 'opacity="0.10"')
      );
    }) +
    stroke('M0 470H1200', '#6d4050', 9) +
    repeat(4, (index) => stroke(`M${150 + index * 300} 470v92`, '#6d4050', 6)) +
    placed(770, 690, dancer(figures.arabesque, '#3a1e33', '#3a1e33'), 0, 1.55) +
    shape('M640 698Q780 684 1010 742Q830 740 640 698Z', '#7c4a45', 'opacity="0.5"'),
  linear('wall', 90, [0, '#f2b6a0'], [1, '#f7d7b4']) +
    linear('floor', 90, [0, '#c9825f'], [1, '#a75f4a']) +
    linear('pane', 90, [0, '#fff6d8'], [1, '#ffd79a']),
);

const barre = drawn(
  'tall',
  '#1e4a52',
  () =>
    repeat(
      3,
      (index) =>
        shape(`M${90 + index * 280} 900V${420 - index * 20}a110 110 0 0 1 220 0V900Z`, among(['#e98a6b', '#f3c892', '#7fb7a8'], index)) +
        shape(`M${120 + index * 280} 900V${430 - index * 20}a80 80 0 0 1 160 0V900Z`, 'url(#deep)', 'opacity="0.28"'),
    ) +
    rect(0, 900, 960, 300, '#f0dcc0') +
    rect(0, 900, 960, 14, '#123038') +
    stroke('M0 690H960', '#f7efe0', 12) +
    stroke('M70 690V900M890 690V900', '#f7efe0', 10) +
    placed(480, 1010, dancer(figures.reach, '#2a1526', '#c22e4f'), 0, 2.35) +
    shape('M430 1020Q560 1000 900 1090Q640 1100 430 1020Z', '#c9ad8c', 'opacity="0.8"'),
  linear('deep', 90, [0, '#10262c'], [1, '#10262c', 0]),
);

const beam = (x: number, lean: number, wide: number, id: string): string =>
  shape(`M${x} -40L${x + lean - wide} 700H${x + lean + wide}Z`, `url(#${id})`, 'style="mix-blend-mode:screen"');

const wings = drawn(
  'wide',
  '#140818',
  () =>
    rect(0, 0, 1200, 560, 'url(#back)') +
    repeat(30, (index) =>
      shape(
        `M${index * 42 - 10} 0q${index % 2 === 0 ? 16 : -12} 260 0 540h26q${index % 2 === 0 ? -12 : 16} -260 0 -540Z`,
        '#ffffff',
        `opacity="${index % 2 === 0 ? 0.05 : 0.02}"`,
      ),
    ) +
    rect(0, 540, 1200, 260, '#31102c') +
    `<ellipse cx="620" cy="612" rx="430" ry="62" fill="#ffc6e4" opacity="0.55"/>` +
    beam(220, 330, 200, 'pink') +
    beam(620, 0, 210, 'gold') +
    beam(1020, -330, 200, 'blue') +
    placed(620, 616, dancer(figures.reach, '#12060f', '#12060f'), 0, 1.25) +
    placed(420, 640, dancer(figures.lunge, '#12060f', '#12060f'), 0, 1.1) +
    placed(830, 640, `<g transform="scale(-1 1)">${dancer(figures.lunge, '#12060f', '#12060f')}</g>`, 0, 1.1) +
    shape('M0 0H170Q120 300 150 800H0Z', '#0b0410') +
    shape('M1200 0H1090Q1130 320 1100 800H1200Z', '#0b0410') +
    repeat(9, (index) => circle(60 + index * 135, 14, 16, '#fff4d6') + circle(60 + index * 135, 14, 60, 'url(#lamp)')),
  linear('back', 90, [0, '#3d1238'], [1, '#8a2562']) +
    linear('pink', 90, [0, '#ff6fc0', 0.9], [1, '#ff6fc0', 0.04]) +
    linear('gold', 90, [0, '#ffe3a6', 0.9], [1, '#ffe3a6', 0.1]) +
    linear('blue', 90, [0, '#7fb8ff', 0.9], [1, '#7fb8ff', 0.04]) +
    radial('lamp', [0, '#fff4d6', 0.7], [1, '#fff4d6', 0]),
);

const trio = drawn(
  'square',
  '#f3ead9',
  () =>
    rect(0, 0, 540, 540, '#e4572e') +
    rect(540, 0, 540, 540, '#f2b134') +
    rect(0, 540, 540, 540, '#1f4e5f') +
    rect(540, 540, 540, 540, '#f3c6cf') +
    circle(270, 270, 190, '#f7c9a9') +
    circle(810, 270, 190, '#fff1c9') +
    circle(270, 810, 190, '#3f8f92') +
    circle(810, 810, 190, '#e4572e') +
    placed(250, 500, dancer(figures.arabesque, '#1c1626', '#1c1626'), 0, 1.7) +
    placed(810, 500, dancer(figures.reach, '#8c1f3f', '#8c1f3f'), 0, 1.55) +
    placed(280, 1030, dancer(figures.lunge, '#f3ead9', '#f3ead9'), 0, 1.75) +
    placed(830, 1040, `<g transform="scale(-1 1)">${dancer(figures.arabesque, '#1f2a44', '#1f2a44')}</g>`, 0, 1.7),
);

const rail = drawn('tall', '#f0c9c0', () => {
  const cloths = ['#c22e4f', '#f2b134', '#1f5a6b', '#fff3e0', '#7a4bb0', '#e4763f'] as const;
  return (
    rect(0, 900, 960, 300, '#c78d84') +
    circle(700, 420, 300, '#f7ded4') +
    stroke('M110 260H850M150 260V1090M810 260V1090M90 1090H210M750 1090H870', '#2a1c2e', 16) +
    repeat(6, (index) => {
      const [x, colour] = [215 + index * 106, among(cloths, index)];
      const [long, wide] = [520 + 110 * sin(index * 2.2), 74 + 26 * abs(cos(index * 1.4))];
      return (
        stroke(`M${x} 262v26M${x - 42} 330L${x} 288L${x + 42} 330`, '#2a1c2e', 6) +
        shape(
          `M${x - 40} 326Q${x} 352 ${x + 40} 326L${r(x + wide)} ${r(330 + long)}${repeat(4, (fold) => `q${r(-wide / 4)} ${fold % 2 === 0 ? 26 : -26} ${r(-wide / 2)} 0`)}Z`,
          colour,
        ) +
        repeat(3, (fold) =>
          stroke(`M${x - 20 + fold * 20} 380L${r(x - wide * 0.55 + fold * wide * 0.55)} ${r(310 + long)}`, '#000000', 5, 'opacity="0.10"'),
        )
      );
    }) +
    placed(300, 1090, shape('M-70 0C-80-50-30-60-10-30L70-6Q80 0 60 0Z', '#e88fa0')) +
    placed(440, 1110, shape('M-70 0C-80-50-30-60-10-30L70-6Q80 0 60 0Z', '#e88fa0'))
  );
});

export const stage: Record<string, Picture> = {
  'photos/lighthouse': lighthouse,
  'photos/studio-morning': morning,
  'photos/studio-barre': barre,
  'photos/wings': wings,
  'photos/trio': trio,
  'photos/costumes': rail,
};
