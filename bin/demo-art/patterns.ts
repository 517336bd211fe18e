/** What several drawings share: hills, northern lights, leaves and flowers. */
import { dice, repeat, among, r, linear, blur, rect, circle, shape, stroke, placed } from './drawing';

const { abs, floor, PI, sin } = Math;

/** A ridge of hills, as a function of the place. */
export const ridge =
  (base: number, high: number, wave: number, shift: number) =>
  (x: number): number =>
    base - high * (0.6 * sin(x * wave + shift) + 0.3 * sin(x * wave * 2.3 + shift * 2) + 0.12 * sin(x * wave * 6.1 + shift * 5));

/** Curtains of northern light. */
export function aurora(width: number, base: number, high: number): string {
  const toss = dice(4);
  const rays = repeat(floor(width / 6), (index) => {
    const t = index * 0.045;
    const y = base + high * 0.3 * sin(t) + high * 0.14 * sin(t * 3.1);
    const tall = high * (0.75 + 0.5 * abs(sin(t * 1.7))) + toss(0, high * 0.3);
    return rect(index * 6, y - tall, 7, tall, 'url(#ray)', `opacity="${r(0.25 + 0.6 * abs(sin(t * 1.3 + 1)))}"`);
  });
  return `<g filter="url(#soft)" style="mix-blend-mode:screen">${rays}</g>`;
}

export const auroraDefs =
  linear('night', 90, [0, '#06101f'], [0.55, '#0d2c4a'], [1, '#1d5a62']) +
  linear('ray', 90, [0, '#8a4be0', 0], [0.4, '#7a6bf0', 0.55], [0.85, '#4bf0b0'], [1, '#cfffe4', 0.1]) +
  blur('soft', 5, 2.5);

export const stars = (times: number, width: number, height: number): string => {
  const toss = dice(9);
  return repeat(times, () => circle(toss(0, width), toss(0, height), toss(0.5, 1.7), '#ffffff', `opacity="${r(toss(0.2, 0.95))}"`));
};

/** A palm leaf from its foot upwards. */
export const leaf = (size: number, colour: string): string =>
  stroke(`M0 0Q${r(size * 0.08)} ${r(-size * 0.5)} 0 ${r(-size)}`, colour, size * 0.04) +
  repeat(9, (index) => {
    const t = (index + 0.6) / 9;
    const [y, wide] = [-size * t, size * 0.46 * sin(PI * (t * 0.8 + 0.14))];
    const half = (side: number): string =>
      shape(
        `M0 ${r(y)}Q${r(side * wide * 0.5)} ${r(y - size * 0.16)} ${r(side * wide)} ${r(y - size * 0.13)}Q${r(side * wide * 0.5)} ${r(y + size * 0.02)} 0 ${r(y + size * 0.05)}Z`,
        colour,
      );
    return half(1) + half(-1);
  });

/** A flower of rings of petals. */
export const mandala = (radius: number, colours: readonly [string, ...string[]]): string =>
  repeat(6, (ring) => {
    const [from, petals] = [radius * (1 - ring * 0.155), 28 - ring * 4];
    return (
      circle(0, 0, from * 0.93, among(colours, ring + 2)) +
      repeat(petals, (index) =>
        placed(
          0,
          0,
          shape(
            `M0 ${r(-from * 0.7)}C${r(from * 0.16)} ${r(-from * 0.84)} ${r(from * 0.09)} ${r(-from * 0.95)} 0 ${r(-from * 1.04)}C${r(-from * 0.09)} ${r(-from * 0.95)} ${r(-from * 0.16)} ${r(-from * 0.84)} 0 ${r(-from * 0.7)}Z`,
            among(colours, ring),
          ) + circle(0, -from * 0.87, from * 0.026, among(colours, ring + 3)),
          (index * 360) / petals,
        ),
      )
    );
  }) + circle(0, 0, radius * 0.13, among(colours, 1));
