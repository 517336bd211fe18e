/** Hair, hats and beards of the busts, in the space of the head: the face looks along z. */
import { ball, carve, common, cos, drum, egg, hoop, melt, min, noise, ring, rod, sin, sqrt, atan2 } from './distance';

export type Hair =
  | 'crop'
  | 'quiff'
  | 'bob'
  | 'bun'
  | 'long'
  | 'afro'
  | 'curls'
  | 'ponytail'
  | 'waves'
  | 'braids'
  | 'pixie'
  | 'topknots'
  | 'parted'
  | 'thin'
  | 'none';
export type Hat = 'beanie' | 'scarf' | 'top-hat' | 'headphones' | 'beret' | 'cap' | 'band';
export type Beard = 'stubble' | 'short' | 'full' | 'moustache';

const scalp = (x: number, y: number, z: number, grow = 0): number => egg(x, y - 0.3, z + 0.09, 0.66 + grow, 0.63 + grow, 0.68 + grow);
/** The opening for the face: `wide` and `low` move its sides and its upper end. */
const face = (x: number, y: number, z: number, wide = 0.5, low = -0.14): number => egg(x, y - low, z - 0.64, wide, 0.66, 0.62);

/** The balls of curls: in a spiral over the head. */
const curls = Array.from({ length: 24 }, (_, index) => {
  const rise = 1 - ((index + 0.5) / 24) * 0.9;
  const bend = (rise - 0.28) / 0.72;
  const radius = rise > 0.28 ? 0.64 * sqrt(Math.max(0, 1 - bend * bend * 0.85)) : 0.68 + 0.12 * (0.28 - rise);
  return { x: cos(index * 2.39996) * radius, y: rise, z: sin(index * 2.39996) * radius * 0.85 - 0.12 };
});

function curly(x: number, y: number, z: number): number {
  let nearest = scalp(x, y, z, 0.02);
  if (nearest > 0.6) return nearest - 0.3;
  for (const curl of curls) nearest = melt(nearest, ball(x - curl.x, y - curl.y, z - curl.z, 0.2), 0.07);
  return nearest;
}

export function hairAt(style: Hair, x: number, y: number, z: number): number {
  const strands = noise(x * 9, y * 5, z * 9 + 0.5) * 0.02;
  const side = Math.abs(x);
  switch (style) {
    case 'none':
      return 9;
    case 'thin':
      return carve(scalp(x, y, z, -0.02), face(x, y + 0.0, z + 0.2, 0.62, 0.12), 0.08) + strands;
    case 'crop':
      return carve(scalp(x, y, z), face(x, y, z), 0.08) + strands;
    case 'parted': {
      const fringe = egg(x - 0.14, y - 0.66, z - 0.3, 0.5, 0.24, 0.36);
      return melt(carve(scalp(x, y, z, 0.02), face(x, y, z, 0.53), 0.07), fringe, 0.1) + strands;
    }
    case 'quiff': {
      const wave = melt(egg(x + 0.1, y - 0.86, z - 0.34, 0.46, 0.26, 0.34), egg(x - 0.22, y - 0.92, z - 0.14, 0.4, 0.24, 0.36), 0.15);
      return melt(carve(scalp(x, y, z), face(x, y, z), 0.07), wave, 0.12) + sin(x * 26 + z * 9) * 0.008 + strands;
    }
    case 'pixie': {
      const fringe = common(egg(x + 0.1, y - 0.5, z - 0.16, 0.62, 0.42, 0.58), 0.36 + x * 0.35 - y, 0.05);
      return melt(carve(scalp(x, y, z, 0.03), face(x, y, z, 0.52), 0.07), fringe, 0.05) + sin(x * 22 + y * 12) * 0.007;
    }
    case 'bob': {
      const shape = common(melt(scalp(x, y, z, 0.07), egg(x, y + 0.14, z + 0.12, 0.82, 0.66, 0.62), 0.2), -0.58 - y, 0.1);
      const fringe = common(egg(x, y - 0.42, z - 0.14, 0.64, 0.42, 0.6), 0.29 - y, 0.05);
      return melt(carve(shape, face(x, y, z, 0.49, -0.25), 0.06), fringe, 0.05) + sin(x * 30) * 0.004;
    }
    case 'bun':
      return melt(carve(scalp(x, y, z, 0.02), face(x, y, z, 0.54), 0.08), egg(x, y - 1.06, z + 0.2, 0.34, 0.3, 0.34), 0.08) + strands;
    case 'topknots': {
      const knots = egg(side - 0.44, y - 0.92, z + 0.06, 0.26, 0.25, 0.26);
      const parting = sin(x * 16) * 0.004;
      return melt(carve(scalp(x, y, z, 0.02), face(x, y, z, 0.53), 0.08), knots, 0.05) + strands + parting;
    }
    case 'braids': {
      const dome = carve(scalp(x, y, z, 0.03), face(x, y, z, 0.53), 0.07);
      let rope = 9;
      for (let i = 0; i < 6; i += 1)
        rope = melt(rope, ball(side - 0.66 - 0.015 * i, y + 0.12 + i * 0.2, z - 0.02 * i, 0.165 - i * 0.008), 0.04);
      return melt(dome, rope, 0.06) + strands;
    }
    case 'long': {
      const fall = egg(x, y + 0.55, z + 0.27, 0.86, 1.15, 0.46);
      return carve(melt(scalp(x, y, z, 0.06), fall, 0.25), face(x - 0.08, y, z, 0.5, -0.22), 0.08) + sin(x * 20 + y * 3) * 0.006 + strands;
    }
    case 'waves': {
      const fall = egg(x, y + 0.42, z + 0.24, 0.88, 0.95, 0.48);
      const wave = sin(y * 11 + noise(x * 3, z * 3) * 4) * 0.035;
      return carve(melt(scalp(x, y, z, 0.06), fall, 0.25) + wave, face(x + 0.06, y, z, 0.5, -0.2), 0.07);
    }
    case 'ponytail': {
      const tail = melt(
        rod(x, y, z, [0.3, 0.62, -0.62], [0.8, 0.1, -0.42], 0.22),
        rod(x, y, z, [0.8, 0.1, -0.42], [0.78, -0.95, 0], 0.18),
        0.15,
      );
      return melt(carve(scalp(x, y, z, 0.02), face(x - 0.04, y, z, 0.54), 0.08), tail, 0.1) + strands;
    }
    case 'afro': {
      const cloud =
        ball(x, y - 0.5, z + 0.16, 0.96) + (noise(x * 7, y * 7, z * 7) - 0.5) * 0.14 + (noise(x * 15, y * 15, z * 15) - 0.5) * 0.06;
      return carve(cloud, egg(x, y + 0.16, z - 0.72, 0.56, 0.72, 0.78), 0.08);
    }
    case 'curls':
      return carve(curly(x, y, z), face(x, y, z - 0.06, 0.53, -0.18), 0.06);
  }
}

export function hatAt(hat: Hat, x: number, y: number, z: number): number {
  const side = Math.abs(x);
  switch (hat) {
    case 'beanie': {
      const dome = common(egg(x, y - 0.5, z + 0.08, 0.73, 0.66, 0.75), 0.44 - y, 0.04);
      return melt(dome, ring(x, y - 0.47, z + 0.06, 0.62, 0.13), 0.02) + sin(atan2(x, z) * 40) * 0.01;
    }
    case 'beret': {
      const [u, v] = [x * 0.96 - y * 0.26, y * 0.96 + x * 0.26];
      return min(egg(u - 0.16, v - 0.78, z + 0.06, 0.84, 0.26, 0.8), rod(u, v, z, [0.16, 1, -0.06], [0.18, 1.12, -0.06], 0.035));
    }
    case 'cap': {
      const dome = common(egg(x, y - 0.42, z + 0.08, 0.72, 0.66, 0.74), 0.4 - y, 0.03);
      const peak = common(egg(x, y - 0.43, z - 0.62, 0.52, 0.07, 0.5), 0.1 - z, 0.05);
      return min(melt(dome, peak, 0.04), ball(x, y - 1.08, z + 0.08, 0.06));
    }
    case 'top-hat': {
      const [u, v] = [x * 0.99 - y * 0.1, y * 0.99 + x * 0.1];
      return min(drum(u, v - 1.0, z + 0.08, 0.55 + 0.1 * (v - 1) * (v - 1), 0.45, 0.04), drum(u, v - 0.56, z + 0.08, 0.88, 0.045, 0.04));
    }
    case 'headphones':
      return min(
        common(hoop(x, (y - 0.36) * 0.86, z - 0.02, 1.0, 0.075), -y, 0.03),
        drum(y - 0.04, side - 0.86, z - 0.12, 0.27, 0.15, 0.07),
      );
    case 'band':
      return ring(x, y - 0.5 - z * 0.12, z + 0.09, 0.635, 0.075);
    case 'scarf': {
      const folds = sin((y * 1.4 + x * 0.9) * 14 + noise(x * 2, y * 2, z * 2) * 5) * 0.009;
      const cloth = melt(egg(x, y - 0.24, z + 0.1, 0.77, 0.8, 0.77), egg(x, y + 0.8, z + 0.02, 0.6, 0.5, 0.55), 0.3) + folds;
      return carve(cloth, egg(x, y - 0.04, z - 0.7, 0.47, 0.6, 0.66), 0.05);
    }
  }
}

export function beardAt(beard: Beard, x: number, y: number, z: number): number {
  const rough = noise(x * 14, y * 14, z * 14) * 0.025;
  if (beard === 'moustache') {
    const side = Math.abs(x);
    return melt(
      rod(side, y, z, [0, -0.185, 0.6], [0.13, -0.2, 0.56], 0.055),
      rod(side, y, z, [0.13, -0.2, 0.56], [0.26, -0.13, 0.5], 0.028),
      0.05,
    );
  }
  const thick = beard === 'stubble' ? -0.025 : 0.015;
  let jaw = egg(x, y + 0.24, z - 0.12, 0.53 + thick, 0.48 + thick, 0.49 + thick);
  jaw = carve(jaw, egg(x, y - 0.18, z - 0.62, 0.5, 0.42, 0.5), 0.08);
  jaw = common(jaw, y - 0.12, 0.1);
  if (beard === 'full') jaw = melt(jaw, egg(x, y + 0.66, z - 0.32, 0.32, 0.4, 0.26), 0.2);
  return carve(jaw, egg(x, y + 0.28, z - 0.73, 0.18, 0.09, 0.24), 0.04) + rough;
}
