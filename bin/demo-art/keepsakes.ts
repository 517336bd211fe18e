/** Sketches, and what a store of the demo sells. */
import { repeat, among, r, linear, blur, rect, circle, shape, stroke, placed, curve, lettering, drawn } from './drawing';
import { dancer, figures, chairLines } from './figures';
import type { Picture } from './picture';

const { abs, sin } = Math;

const chairsSketch = drawn(
  'square',
  '#ece4d6',
  () =>
    repeat(27, (index) => stroke(`M0 ${index * 40 + 20}H1080`, '#b9c6cf', 1, 'opacity="0.6"')) +
    stroke('M96 0V1080', '#e0857a', 2, 'opacity="0.7"') +
    repeat(4, (index) => {
      const body = (wobble: number, colour: string, width: number): string =>
        placed(wobble, wobble * 0.6, stroke(chairLines, colour, width));
      return placed(
        210 + index * 205,
        640 + (index % 2) * 90,
        body(0, '#22314f', 3.2) + body(1.6, '#22314f', 1.4) + stroke('M-8 6Q50 30 118 4', '#22314f', 5, 'opacity="0.18"'),
        among([-4, 3, -2, 15], index),
        1.75,
      );
    }) +
    stroke('M250 300C380 190 520 250 600 330S820 400 900 270', '#d8472b', 5) +
    stroke('M872 282L902 268L906 304', '#d8472b', 5) +
    circle(250, 300, 11, '#d8472b') +
    repeat(12, (index) =>
      stroke(`M${r(700 + index * 14)} ${r(850 + 3 * sin(index))}L${r(780 + index * 14)} 940`, '#22314f', 2, 'opacity="0.5"'),
    ) +
    stroke('M180 900H560M180 940H480M180 980H520', '#22314f', 3, 'opacity="0.45" stroke-dasharray="34 12 18 12 50 12"'),
  '',
  9,
);

const print = drawn(
  'tall',
  '#123c4a',
  () =>
    repeat(9, (index) =>
      shape(
        `M${480 - (460 - index * 50)} 960a${460 - index * 50} ${720 - index * 78} 0 0 1 ${920 - index * 100} 0Z`,
        among(['#1d5a66', '#2f7f86', '#55a8a0', '#8fcdb6', '#f6e3ae', '#f9c46b', '#f28a4b', '#e4572e', '#fff3d0'], index),
      ),
    ) +
    lettering(70, 64, 'LIGHT', '#fff3d0', 1.14) +
    lettering(70, 1010, 'HOUSE', '#f9c46b', 1.14),
);

const pin = drawn(
  'square',
  'url(#felt)',
  () =>
    circle(548, 566, 372, '#000000', 'opacity="0.3" filter="url(#soft)"') +
    circle(540, 540, 372, '#c99a3f') +
    circle(540, 540, 372, 'url(#metal)') +
    circle(540, 540, 338, '#22345e') +
    shape('M222 640A338 338 0 0 0 858 640Z', '#e4572e') +
    circle(540, 420, 96, '#f6d27a') +
    repeat(4, (index) =>
      placed(
        296 + index * 126,
        730 - (index % 2) * 36,
        stroke(chairLines, '#c99a3f', 13) + stroke(chairLines, among(['#fff3d0', '#8fd0c0', '#f7b2c0', '#f9c46b'], index), 7),
        0,
        1.2,
      ),
    ) +
    shape('M300 330Q420 210 600 216Q430 250 330 380Z', '#ffffff', 'opacity="0.28"'),
  linear('felt', 40, [0, '#7d8f7a'], [1, '#56685a']) +
    linear('metal', 50, [0, '#fff2c0', 0.95], [0.5, '#a8762a', 0.2], [1, '#ffe7a0', 0.85]) +
    blur('soft', 18),
  9,
);

const scarf = drawn(
  'square',
  '#efe6d6',
  () => {
    const colours = ['#b3372f', '#f3e9d8', '#1f3f5c', '#f2b134'] as const;
    const pattern = (u: number, v: number): number => {
      const band = Math.floor(v / 9) % 4;
      if (band === 0) return abs(((u + v) % 8) - 4) < 1.5 ? 1 : 0;
      if (band === 1) return abs((u % 12) - 6) + abs((v % 9) - 4) < 4 ? 3 : 2;
      if (band === 2) return (u + v) % 4 < 2 ? 0 : 1;
      return abs((u % 10) - 5) < abs((v % 9) - 4) ? 1 : 2;
    };
    return (
      repeat(54, (v) =>
        repeat(36, (u) => {
          const colour = colours[pattern(u, v)] ?? '#ffffff';
          return placed(
            u * 30 + 15,
            v * 20 + 4,
            shape('M0 22C-16 14-17 2-13-4C-6-2-1 8 0 22Z', colour) +
              shape('M0 22C16 14 17 2 13-4C6-2 1 8 0 22Z', colour) +
              stroke('M0 22C-16 14-17 2-13-4M0 22C16 14 17 2 13-4', '#000000', 1.2, 'opacity="0.16"'),
          );
        }),
      ) + rect(0, 0, 1080, 1080, 'url(#fold)')
    );
  },
  linear(
    'fold',
    12,
    [0, '#000000', 0.28],
    [0.22, '#ffffff', 0.12],
    [0.4, '#000000', 0.2],
    [0.62, '#ffffff', 0.14],
    [0.82, '#000000', 0.22],
    [1, '#ffffff', 0.05],
  ),
  0,
);

const ticket = drawn(
  'wide',
  '#d9b48f',
  () =>
    repeat(16, (index) =>
      stroke(
        curve(-10, 1210, 20, (x) => 20 + index * 52 + 9 * sin(x * 0.006 + index)),
        '#b98d63',
        2,
        'opacity="0.55"',
      ),
    ) +
    placed(
      600,
      400,
      rect(-438, -208, 900, 430, '#000000', 'opacity="0.25" filter="url(#soft)"') +
        rect(-450, -220, 900, 440, '#f7efdf', 'rx="14"') +
        repeat(11, (index) => circle(230, -210 + index * 42, 8, '#d9b48f')) +
        lettering(286, -150, 'ONE', '#d8472b', 0.5, 22) +
        stroke('M286-60H410M286-30H380M286 0H400', '#b9a98d', 8) +
        repeat(14, (index) => rect(286 + index * 9, 110, 2 + (index % 3) * 2, 70, '#22314f')) +
        placed(
          -160,
          176,
          stroke('M-26 0L-14-230H14L26 0ZM-20-230H20M-12-230V-268H12V-230M-18-268L0-296L18-268M-18-150H18M-21-80H21', '#22314f', 4) +
            stroke('M-14-252L-190-300M-14-244L-190-230M14-252L190-300M14-244L190-230', '#22314f', 2.5) +
            repeat(4, (index) =>
              stroke(
                curve(-240, 240, 8, (x) => 12 + index * 12 + 4 * sin(x * 0.06 + index)),
                '#22314f',
                2.5,
              ),
            ) +
            placed(110, 0, dancer(figures.reach, '#22314f', '#22314f'), 0, 0.5),
        ),
      -5,
    ),
  blur('soft', 14),
  9,
);

/** A blank card with a round portrait and lines of text. */
const identityCard = drawn(
  'wide',
  '#ced2dc',
  () =>
    rect(60, 70, 1080, 660, '#fafafc', 'rx="44"') +
    circle(320, 400, 140, '#b2b8c8') +
    stroke('M540 270H1020M540 370H1020M540 470H860', '#b2b8c8', 34),
);

export const keepsakes: Record<string, Picture> = {
  'photos/chairs-sketch': chairsSketch,
  'photos/lighthouse-print': print,
  'photos/pin': pin,
  // Wool is all detail: smaller, because files are.
  'photos/scarf': { ...scarf, width: 720, height: 720 },
  'photos/ticket': ticket,
  // Small: each performer's is stored several times.
  'identity-card': { ...identityCard, width: 330, height: 220 },
};
