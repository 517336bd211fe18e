/** Scenes of clay: a stage, a kitchen, drums, and boards on a beach. */
import {
  abs,
  atan2,
  ball,
  block,
  cos,
  drum,
  egg,
  hypot,
  length2,
  max,
  melt,
  min,
  noise,
  PI,
  ring,
  rod,
  sin,
  smoothstep,
  turned,
  carve,
} from './distance';
import { cove, framed, glazes, nearestOf, plain } from './clay';
import { blend, linearColour, turn, type Scene } from './march';
import type { Picture } from './picture';

type Point = readonly [number, number, number];
const limb = (x: number, y: number, z: number, a: Point, b: Point, c: Point, thick: number): number =>
  melt(rod(x, y, z, a, b, thick), rod(x, y, z, b, c, thick * 0.66), 0.1);

const leap: Scene = {
  solids: nearestOf((x, y, z, add) => {
    add(cove(y, z, 2.4), 0);
    const far = ball(x, y - 2.4, z, 2.35);
    if (far > 0.3) {
      add(far + 0.3, 1);
      return;
    }
    let body = melt(rod(x, y, z, [0, 1.98, 0], [0.07, 2.5, 0], 0.165), rod(x, y, z, [0.07, 2.5, 0], [0.1, 2.66, 0], 0.15), 0.15);
    body = melt(body, limb(x, y, z, [-0.03, 1.97, 0.04], [-0.78, 2.12, 0.1], [-1.52, 1.98, 0.1], 0.135), 0.1);
    body = melt(body, rod(x, y, z, [-1.52, 1.98, 0.1], [-1.76, 1.9, 0.1], 0.05), 0.06);
    body = melt(body, limb(x, y, z, [0.04, 1.97, -0.04], [0.74, 1.86, -0.08], [1.42, 2.2, -0.12], 0.135), 0.1);
    body = melt(body, rod(x, y, z, [1.42, 2.2, -0.12], [1.62, 2.36, -0.12], 0.05), 0.06);
    body = melt(body, limb(x, y, z, [0.06, 2.64, 0.16], [-0.42, 2.92, 0.25], [-0.8, 3.28, 0.3], 0.075), 0.1);
    body = melt(body, limb(x, y, z, [0.14, 2.64, -0.16], [0.62, 2.82, -0.22], [1.1, 2.7, -0.22], 0.075), 0.1);
    body = melt(body, rod(x, y, z, [0.1, 2.66, 0], [0.13, 2.88, 0], 0.07), 0.08);
    add(min(body, egg(x - 0.15, y - 3.06, z, 0.165, 0.205, 0.175)), 1);
    add(melt(egg(x - 0.18, y - 3.12, z + 0.03, 0.18, 0.185, 0.185), ball(x - 0.36, y - 3.2, z + 0.06, 0.105), 0.05), 3);
    const [r, a] = [hypot(x, z), atan2(z, x)];
    const frill = y - 2.02 + 0.3 * r - x * 0.12 - 0.07 * sin(a * 11) * r;
    add(max(abs(frill) - 0.02, r - 0.84 - 0.04 * sin(a * 11)) * 0.55, 2);
    add(egg(x - 0.06, y - 2.32, z, 0.2, 0.34, 0.185), 2);
  }),
  surface: glazes([
    ['#e0553f', 0.05],
    ['#f0c4a0', 0.2],
    ['#fff2dd', 0.15],
    ['#3a1a1c', 0.3],
  ]),
  backdrop: plain('#e0553f'),
  eye: [-0.2, 1.75, 9.4],
  target: [-0.05, 1.85, 0],
  zoom: 4.2,
  far: 15,
  lamp: {
    towards: [0, 1, 0],
    colour: linearColour('#ffe9cf', 3.9),
    hardness: 16,
    spot: { from: [-3.4, 8.2, 5], at: [0.15, 1.75, -0.5], inner: 0.957, outer: 0.953 },
  },
  sky: linearColour('#a8507a', 0.42),
  rim: { towards: [0.9, 0.1, -0.3], colour: linearColour('#ffb070', 0.9) },
};

const chairColours = ['#f2b134', '#2f6fb0', '#f5e9d6', '#e4572e'] as const;
function chair(x: number, y: number, z: number): number {
  const [sx, sz] = [abs(x), abs(z)];
  const legs = rod(sx, y, sz, [0.25, 0.62, 0.25], [0.3, 0, 0.3], 0.035);
  const seat = block(x, y - 0.64, z, [0.33, 0.05, 0.33], 0.03);
  const back = carve(block(x, y - 1.14, z + 0.29, [0.32, 0.3, 0.035], 0.03), block(x, y - 1.02, z + 0.29, [0.2, 0.07, 0.1], 0.02), 0.02);
  return min(legs, seat, back, rod(sx, y, z, [0.27, 0.64, -0.29], [0.27, 1.2, -0.29], 0.03));
}

const chairs: Scene = {
  solids: nearestOf((x, y, z, add) => {
    const opening = min(block(x - 0.5, y - 1.1, z + 2.2, [1.05, 1.1, 2], 0), hypot(x - 0.5, max(0, y - 2.2)) - 1.05);
    add(carve(block(x, y - 2.6, z + 2.2, [6, 2.6, 0.22], 0.02), max(opening, abs(z + 2.2) - 1), 0.02), 1);
    add(min(y, z + 5), 0);
    add(ball(x - 0.55, y - 2.1, z + 4.1, 0.62), 6);
    const places = [
      [-1.7, 0.2, 0.5],
      [-0.55, -0.5, -0.2],
      [0.75, 0.1, 0.25],
      [1.75, -0.75, -0.7],
    ] as const;
    for (const [index, [px, pz, angle]] of places.entries()) {
      const bound = ball(x - px, y - 0.72, z - pz, 1.2);
      if (bound > 0.3) {
        add(bound + 0.25, 2 + index);
        continue;
      }
      const [u, w] = turn(x - px, z - pz, angle);
      add(chair(u, y, w), 2 + index);
    }
  }),
  surface: glazes([['#d8857a', 0.05], ['#f0a890', 0.04], ...chairColours.map((hex) => [hex, 0.35] as const), ['#fff0c0', 0.2]]),
  backdrop: plain('#7fc0d8'),
  eye: [0.2, 1.9, 8.6],
  target: [-0.05, 1.5, 0],
  zoom: 3.6,
  far: 20,
  lamp: { towards: [-0.75, 0.8, 0.6], colour: linearColour('#ffe8c6', 2.6), hardness: 30 },
  sky: linearColour('#bccbf0', 0.5),
  rim: { towards: [0.9, 0.2, 0.2], colour: linearColour('#ff9a8a', 0.3) },
};

const fruit = [
  [-0.72, 0.62, 0.1],
  [0.55, 0.62, 0.28],
  [-0.05, 0.62, -0.75],
  [-0.06, 1.44, -0.12],
] as const;
const oranges: Scene = {
  solids: nearestOf((x, y, z, add) => {
    add(cove(y, z, 3), 0);
    const peel = (noise(x * 26, y * 26, z * 26) - 0.5) * 0.016;
    for (const [fx, fy, fz] of fruit) add(egg(x - fx, y - fy, z - fz, 0.6, 0.57, 0.6) + peel, 1);
    add(drum(x, y - 0.1, z + 0.15, 1.6, 0.055, 0.05), 2);
    add(drum(x, y - 0.04, z + 0.15, 1.0, 0.06, 0.03), 2);
    add(rod(x, y, z, [-0.06, 1.98, -0.12], [0.0, 2.16, -0.1], 0.035), 4);
    const [u, w] = turn(x - 0.36, z + 0.1, 0.3);
    add(egg(u, y - 2.2 + u * 0.3, w, 0.36, 0.035, 0.17), 3);
    // The half faces the viewer.
    const [hx, hz] = turn(x - 1.2, z - 1.25, -0.4);
    add(max(egg(hx, y - 0.56, hz, 0.56, 0.56, 0.56), hz), 5);
    add(turned(x + 2.0, y, z + 0.9, 2.3, [0.3, 0.52, 0.6, 0.52, 0.34, 0.22, 0.19, 0.26], 0.04), 6);
  }),
  surface: (material, x, y) => {
    if (material !== 5) return stillLife(material, x, y, 0);
    const [u, v] = [(x - 1.2) * 1.09, y - 0.56];
    const r = hypot(u, v);
    if (r > 0.545) return { colour: linearColour('#f08a1d'), gloss: 0.3 };
    const seam = abs(sin(atan2(v, u) * 4.5)) * r;
    const flesh = blend(
      linearColour('#ffe2b0'),
      linearColour('#f5702a'),
      smoothstep(0.04, 0.1, seam) * smoothstep(0.5, 0.46, r) * smoothstep(0.03, 0.07, r),
    );
    return { colour: r > 0.5 ? linearColour('#fff1d6') : flesh, gloss: 0.5 };
  },
  backdrop: plain('#1f6a5c'),
  eye: [0.4, 2.5, 7.4],
  target: [0, 0.98, 0],
  zoom: 3.7,
  far: 16,
  lamp: { towards: [-0.8, 0.75, 0.55], colour: linearColour('#ffe2b4', 2.9), hardness: 9 },
  sky: linearColour('#a8d0c8', 0.42),
  rim: { towards: [0.9, 0.1, -0.3], colour: linearColour('#ffd08a', 0.35) },
};
const stillLife = glazes([
  ['#1f6a5c', 0.05],
  ['#f28a1c', 0.4],
  ['#f1e9da', 0.5],
  ['#4f8a3c', 0.3],
  ['#4a3420', 0.1],
  ['#f08a1d', 0.3],
  ['#2a4b8d', 0.7],
]);

const drums: Scene = {
  solids: nearestOf((x, y, z, add) => {
    add(cove(y, z, 2.6), 0);
    for (const [index, [px, pz, high, wide]] of drumPlaces.entries()) {
      const [u, w] = [x - px, z - pz];
      const bound = drum(u, y - high / 2, w, wide + 0.5, high / 2 + 0.5, 0.1);
      if (bound > 0.3) {
        add(bound + 0.25, 1 + index);
        continue;
      }
      add(turned(u, y, w, high, [wide * 0.62, wide * 0.66, wide * 0.78, wide * 0.92, wide, wide * 1.02, wide * 0.98], 0), 1 + index);
      add(drum(u, y - high, w, wide * 0.95, 0.035, 0.03), 4);
      add(min(ring(u, y - high + 0.1, w, wide * 1.02, 0.05), ring(u, y - high * 0.42, w, wide * 0.93, 0.04)), 5);
      const sector = PI / 6;
      const a = ((atan2(w, u) + PI * 4) % (sector * 2)) - sector;
      const r = hypot(u, w);
      add(rod(r * cos(a), y, r * sin(a), [wide * 1.04, high - 0.1, 0.18], [wide * 0.94, high * 0.42, 0], 0.022), 5);
    }
    add(rod(x, y, z, [-0.35, 0.06, 1.7], [0.9, 0.06, 1.35], 0.05), 6);
    add(rod(x, y, z, [-0.1, 0.06, 1.35], [1.1, 0.15, 1.72], 0.05), 6);
    add(ball(x + 1.75, y - 0.3, z - 1.1, 0.3), 7);
  }),
  surface: glazes([
    ['#f3b83c', 0.04],
    ['#c8452f', 0.4],
    ['#1f6f6a', 0.4],
    ['#2b3f7a', 0.4],
    ['#f4e7d0', 0.15],
    ['#fbf6ea', 0.2],
    ['#8a5a34', 0.3],
    ['#e4572e', 0.5],
  ]),
  backdrop: plain('#f3b83c'),
  eye: [0.3, 2.7, 8.2],
  target: [0, 1.12, 0],
  zoom: 3.5,
  far: 16,
  lamp: { towards: [0.7, 0.85, 0.6], colour: linearColour('#fff0d4', 2.5), hardness: 11 },
  sky: linearColour('#ffd9a0', 0.5),
  rim: { towards: [-0.9, 0.1, -0.2], colour: linearColour('#ff8a5a', 0.4) },
};
const drumPlaces = [
  [-1.15, -0.35, 2.35, 0.66],
  [0.35, -0.1, 1.75, 0.72],
  [1.6, 0.2, 1.15, 0.6],
] as const;

const boardLooks = [
  [-1.45, 2.5, -0.1, 0],
  [-0.4, 3, 0.05, 1],
  [0.65, 2.75, 0.1, 2],
  [1.6, 2.2, 0.16, 3],
] as const;
const boards: Scene = {
  solids: nearestOf((x, y, z, add) => {
    add(y - 0.1 * noise(x * 0.9 + 5, z * 0.9) - 0.012 * sin(x * 9 + z * 14 + noise(x * 2, z * 2) * 5), 0);
    add(z + 2.2, 5);
    for (const [px, high, lean, index] of boardLooks) {
      const u = x - px - (y - 0.2) * lean;
      const taper = 0.42 * (1 - 0.25 * (y / high));
      const depth = z + 0.55 + y * 0.28;
      const outline = (length2(u / taper, (y - high / 2 - 0.1) / (high / 2 + 0.25)) - 1) * taper;
      add(length2(max(outline + 0.06, 0), depth) * 0.85 - 0.06, 1 + index);
    }
    add(ball(x - 1.3, y - 0.36, z - 0.9, 0.34), 6);
  }),
  surface: (material, x, y) => {
    const look = boardLooks[material - 1];
    if (!look) return beach(material, x, y, 0);
    const [px, , lean] = look;
    const u = x - px - (y - 0.2) * lean;
    const [base, mark] = (
      [
        ['#f7ead2', '#e4572e'],
        ['#1f8a8c', '#f7ead2'],
        ['#f2b134', '#2b3f7a'],
        ['#f29bb0', '#fff6ea'],
      ] as const
    )[material - 1] ?? ['#ffffff', '#000000'];
    const cut = { 1: abs(u) - 0.07, 2: abs(y - 1.7 - abs(u)) - 0.16, 3: hypot(u, y - 1.75) - 0.24, 4: sin(y * 9) * 0.1 }[material] ?? 1;
    return { colour: blend(linearColour(base), linearColour(mark), smoothstep(0.008, -0.008, cut)), gloss: 0.6 };
  },
  backdrop: plain('#8fd0e0'),
  eye: [-0.3, 1.9, 8.6],
  target: [-0.05, 1.5, 0],
  zoom: 3.7,
  far: 16,
  lamp: { towards: [-0.8, 0.6, 0.65], colour: linearColour('#ffe2b8', 2.6), hardness: 18 },
  sky: linearColour('#b8dcf0', 0.5),
  rim: { towards: [0.9, 0.1, 0.1], colour: linearColour('#ffc0a0', 0.3) },
};
const beach = glazes([
  ['#ecc99a', 0.02],
  ['#ffffff', 0.5],
  ['#ffffff', 0.5],
  ['#ffffff', 0.5],
  ['#ffffff', 0.5],
  ['#7cc8d6', 0.02],
  ['#f26a4b', 0.4],
]);

export const scenes: Record<string, Picture> = {
  'photos/leap': framed(leap),
  'photos/four-chairs': framed(chairs),
  'photos/oranges': framed(oranges, { width: 840, height: 840 }),
  'photos/drums': framed(drums),
  'photos/boards': framed(boards),
};
