/** Posts about instruments, records and drums. */
import { repeat, among, r, linear, rect, circle, shape, stroke, placed, curve, below, lettering, drawn } from './drawing';
import { leaf, mandala } from './patterns';
import type { Picture } from './picture';

const { abs, cos, floor, sin } = Math;

const loops = drawn(
  'tall',
  '#e9442e',
  () =>
    circle(480, 700, 412, '#f7c9a9', 'opacity="0.3"') +
    circle(480, 700, 400, '#171213') +
    repeat(
      52,
      (index) =>
        `<circle cx="480" cy="700" r="${150 + index * 4.7}" fill="none" stroke="#ffffff" stroke-opacity="${r(0.05 + 0.12 * abs(sin(index * 1.7)))}" stroke-width="1.5"/>`,
    ) +
    shape('M480 700L206 408A400 400 0 0 1 344 324Z', '#ffffff', 'opacity="0.13"') +
    shape('M480 700L754 992A400 400 0 0 1 616 1076Z', '#ffffff', 'opacity="0.1"') +
    circle(480, 700, 132, '#f4b63f') +
    shape('M480 568a132 132 0 0 1 0 264Z', '#2456a6') +
    circle(480, 700, 14, '#f6ebdd') +
    lettering(76, 70, 'LOOPS', '#f6ebdd', 1.62, 30),
);

const pedals = drawn(
  'square',
  '#efd9b4',
  () =>
    repeat(4, (index) => {
      const [x, y] = [120 + (index % 2) * 440, 90 + floor(index / 2) * 480];
      const [body, dark, knob] = among(
        [
          ['#1f8a8c', '#156062', '#f6ebdd'],
          ['#e4572e', '#a83a1c', '#2a1c1c'],
          ['#f2b134', '#b57d12', '#2a1c1c'],
          ['#5b4ba6', '#3d3079', '#f6ebdd'],
        ] as const,
        index,
      );
      return placed(
        x,
        y,
        rect(14, 18, 400, 420, '#000000', 'rx="34" opacity="0.18"') +
          rect(0, 0, 400, 420, dark, 'rx="34"') +
          rect(0, 0, 400, 404, body, 'rx="34"') +
          repeat(
            3,
            (dial) =>
              circle(80 + dial * 120, 96, 46, dark) +
              circle(80 + dial * 120, 90, 42, knob) +
              placed(80 + dial * 120, 90, rect(-4, -38, 8, 30, body, 'rx="4"'), -120 + dial * 80 + index * 47),
          ) +
          rect(40, 170, 320, 92, dark, 'rx="14"') +
          stroke(
            curve(
              56,
              344,
              4,
              (u) =>
                216 +
                26 *
                  (index === 0
                    ? sin(u * 0.07)
                    : index === 1
                      ? sin(u * 0.07) * abs(sin(u * 0.021))
                      : index === 2
                        ? Math.sign(sin(u * 0.055))
                        : (((u * 1.3) % 80) - 40) / 36),
            ),
            knob === '#2a1c1c' ? '#fff3d6' : knob,
            6,
          ) +
          circle(200, 336, 44, dark) +
          circle(200, 330, 38, '#e9e4da') +
          circle(192, 320, 12, '#ffffff') +
          circle(330, 336, 11, index % 2 === 0 ? '#ff5f4d' : '#9cf0a8'),
      );
    }) + stroke('M520 300C545 300 535 320 560 320M520 780C545 780 535 800 560 800M760 494C760 530 780 540 780 570', '#2a1c1c', 14),
);

const oud = drawn(
  'tall',
  '#efe0c4',
  () =>
    circle(480, 480, 400, '#7b1f35') +
    circle(480, 480, 376, '#a1323f') +
    repeat(40, (index) => placed(480, 480, rect(-2, -400, 4, 26, '#e9c46a'), index * 9)) +
    placed(
      500,
      560,
      shape('M0-150C150-150 220 30 210 170C200 330 110 420 0 420S-200 330-210 170C-220 30-150-150 0-150Z', '#6b3a1c') +
        shape('M0-138C140-138 206 34 196 168C186 318 104 406 0 406S-186 318-196 168C-206 34-140-138 0-138Z', '#d99a52') +
        repeat(7, (index) =>
          stroke(
            `M${r(-150 + index * 50)} ${r(-60 - 60 * cos((index - 3) * 0.5))}Q${r(-180 + index * 60)} 180 ${r(-90 + index * 30)} 392`,
            '#b9743a',
            2.5,
            'opacity="0.5"',
          ),
        ) +
        rect(-34, -420, 68, 300, '#3a2014') +
        placed(
          0,
          -420,
          rect(-30, -150, 60, 160, '#3a2014', 'rx="8"') + repeat(5, (index) => rect(-66, -140 + index * 28, 132, 11, '#1d0f0a', 'rx="5"')),
          -34,
        ) +
        circle(0, 96, 84, '#3a1a10') +
        placed(0, 96, mandala(76, ['#e9c46a', '#3a1a10', '#7b1f35', '#d99a52'])) +
        circle(-92, 240, 28, '#3a1a10') +
        circle(92, 240, 28, '#3a1a10') +
        rect(-86, 312, 172, 24, '#3a2014', 'rx="8"') +
        repeat(6, (index) => stroke(`M${-22 + index * 9}-420L${-60 + index * 24} 320`, '#fff3d6', 2)),
      16,
    ) +
    circle(150, 1040, 60, '#1f4e5f') +
    circle(176, 1024, 52, '#efe0c4') +
    repeat(3, (index) =>
      placed(700 + index * 80, 1090, rect(-17, -17, 34, 34, among(['#7b1f35', '#1f4e5f', '#e9c46a'], index), 'transform="rotate(45)"')),
    ),
);

const decks = drawn(
  'wide',
  'url(#dusk)',
  () => {
    const deck = (x: number): string =>
      placed(
        x,
        560,
        rect(-210, -130, 420, 260, '#221329', 'rx="20"') +
          circle(-20, 0, 112, '#0f0813') +
          repeat(14, (index) => `<circle cx="-20" cy="0" r="${44 + index * 5}" fill="none" stroke="#ffffff" stroke-opacity="0.10"/>`) +
          circle(-20, 0, 38, '#ffb347') +
          circle(-20, 0, 6, '#221329') +
          stroke('M160-96V20L70 62', '#f3d9c4', 8) +
          circle(160, -96, 18, '#f3d9c4'),
      );
    return (
      circle(600, 340, 250, 'url(#sun)') +
      repeat(8, (index) => rect(330, 350 + index * 26, 540, 4 + index * 2.2, '#d94a5c', 'opacity="0.8"')) +
      shape(
        below(1200, 800, (x) => 440 - 26 * sin(x * 0.009) - 14 * abs(sin(x * 0.03))),
        '#6d1f4f',
      ) +
      placed(90, 470, leaf(330, '#3a0f38'), -14) +
      placed(1130, 470, leaf(360, '#3a0f38'), 12) +
      rect(0, 410, 1200, 390, '#3a1238') +
      rect(0, 410, 1200, 10, '#ff9a5a') +
      deck(250) +
      deck(960) +
      rect(490, 430, 240, 260, '#170b1c', 'rx="16"') +
      repeat(
        4,
        (index) =>
          rect(524 + index * 50, 560, 10, 100, '#3d2a44', 'rx="5"') +
          rect(514 + index * 50, among([580, 620, 600, 572], index), 30, 18, '#f3d9c4', 'rx="5"'),
      ) +
      repeat(4, (index) =>
        repeat(6, (row) =>
          rect(
            514 + index * 50,
            534 - row * 15,
            30,
            9,
            row < among([5, 3, 6, 4], index) ? among(['#4bf0b0', '#4bf0b0', '#4bf0b0', '#ffd23f', '#ffd23f', '#ff5f6d'], row) : '#2c1a33',
            'rx="3"',
          ),
        ),
      )
    );
  },
  linear('dusk', 90, [0, '#ff9a4f'], [0.5, '#ff6a5c'], [1, '#8a1f5c']) + linear('sun', 90, [0, '#fff3b8'], [1, '#ffb347']),
);

const cello = drawn(
  'tall',
  '#22403a',
  () =>
    circle(480, 640, 470, '#2c544b') +
    placed(
      480,
      640,
      shape(
        'M0-210C120-220 178-150 168-60C162-10 112 10 116 60C122 110 214 130 216 270C218 420 110 470 0 470S-218 420-216 270C-214 130-122 110-116 60C-112 10-162-10-168-60C-178-150-120-220 0-210Z',
        '#5a2410',
      ) +
        shape(
          'M0-196C108-206 162-144 152-62C146-14 96 8 100 60C106 118 198 136 200 270C202 408 100 454 0 454S-202 408-200 270C-198 136-106 118-100 60C-96 8-146-14-152-62C-162-144-108-206 0-196Z',
          'url(#varnish)',
        ) +
        repeat(15, (index) =>
          stroke(`M${-140 + index * 20}-170Q${-150 + index * 21.5} 120 ${-168 + index * 24} 420`, '#6b2c10', 2, 'opacity="0.28"'),
        ) +
        stroke('M-96 70C-130 110-70 190-104 240M96 70C130 110 70 190 104 240', '#2a0f06', 9) +
        circle(-92, 66, 10, '#2a0f06') +
        circle(-106, 244, 12, '#2a0f06') +
        circle(92, 66, 10, '#2a0f06') +
        circle(106, 244, 12, '#2a0f06') +
        shape('M-26-520H26L36 40H-36Z', '#1c1410') +
        shape('M-60 166H60L46 196H26Q0 174-26 196H-46Z', '#e0b37a') +
        shape('M-26 300H26L40 440H-40Z', '#1c1410') +
        rect(-5, 440, 10, 130, '#c9c9cc') +
        repeat(4, (index) => stroke(`M${-15 + index * 10}-520L${-39 + index * 26} 168L${-18 + index * 12} 304`, '#f3e3c0', 2.5)) +
        rect(-34, -590, 68, 80, '#5a2410', 'rx="14"') +
        rect(-78, -574, 156, 14, '#1c1410', 'rx="7"') +
        rect(-78, -540, 156, 14, '#1c1410', 'rx="7"') +
        stroke('M0-596C-50-600-50-670 0-664C40-660 30-616 2-626', '#5a2410', 26),
      14,
    ) +
    stroke('M150 1090L860 250', '#c98a4a', 12) +
    stroke('M166 1104L874 266', '#f6efe0', 5),
  linear('varnish', 30, [0, '#d9782f'], [0.5, '#f2a04a'], [1, '#9a3f16']),
);

export const music: Record<string, Picture> = {
  'photos/loops': loops,
  'photos/pedals': pedals,
  'photos/oud': oud,
  'photos/decks': decks,
  'photos/cello': cello,
};
