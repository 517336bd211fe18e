/** A clay bust: a head that turns and tilts on a pair of shoulders. */
import { abs, ball, clamp, common, egg, exp, hoop, hypot, max, melt, min, ring, rod, smoothstep, sin, cos } from './distance';
import { beardAt, hairAt, hatAt, type Beard, type Hair, type Hat } from './hair';
import { blend, linearColour, turn, type Hit, type Scene, type Surface } from './march';

export interface Person {
  skin: string;
  hair: string;
  style: Hair;
  cloth: string;
  /** A second colour of the cloth: stripes, or a yoke. */
  trim?: { colour: string; cut: 'stripes' | 'yoke' };
  /** The wall: its middle and its edge, and a disc painted on it. */
  wall: readonly [middle: string, edge: string, disc: string];
  rim: string;
  hat?: { kind: Hat; colour: string };
  beard?: Beard;
  glasses?: 'round' | 'square';
  earrings?: 'studs' | 'hoops';
  collar?: 'high' | 'round' | 'hood';
  eyes?: 'open' | 'laughing';
  /** To the side, in radians. */
  yaw: number;
  tilt?: number;
  smile?: number;
}

/** What a ray meets. */
const Part = { Skin: 1, Hair: 2, Cloth: 3, Eye: 4, Mouth: 5, Hat: 6, Glasses: 7, Gold: 8 } as const;

const headTop = 0.14;

/** The sines of the head's turn and tilt: computed once, used by each ray. */
interface Pose {
  turn: readonly [c: number, s: number];
  tilt: readonly [c: number, s: number];
}
const poseOf = ({ yaw, tilt = 0 }: Person): Pose => ({ turn: [cos(yaw), sin(yaw)], tilt: [cos(tilt), sin(tilt)] });

function glassesAt(kind: 'round' | 'square', side: number, y: number, z: number): number {
  const [u, w] = turn(side - 0.25, z - (kind === 'round' ? 0.66 : 0.71), 0.22);
  const [wide, high] = [abs(u) - 0.15, abs(y - 0.15) - 0.08];
  const rounded = hypot(max(wide, 0), max(high, 0)) + min(max(wide, high), 0) - 0.035;
  const frame = kind === 'round' ? hoop(u, y - 0.15, w, 0.175, 0.022) : hypot(rounded, w) - 0.024;
  return min(frame, rod(side, y, z, [0, 0.18, 0.7], [0.08, 0.18, 0.7], 0.02), rod(side, y, z, [0.43, 0.17, 0.6], [0.64, 0.12, 0], 0.02));
}

function shouldersAt(person: Person, x: number, y: number, z: number): number {
  const body = melt(egg(x, y + 1.78, z + 0.08, 1.12, 0.84, 0.56), rod(x, y, z, [-0.6, -1.42, -0.08], [0.6, -1.42, -0.08], 0.36), 0.3);
  if (person.collar === 'high') return melt(body, ring(x, y + 0.95, z + 0.04, 0.31, 0.11), 0.06);
  if (person.collar === 'hood') return melt(body, ring(x, y + 1.02, z + 0.1 - (y + 1) * 0.3, 0.46, 0.17), 0.05);
  return melt(body, ring(x, y + 1.03, z + 0.04, 0.33, 0.07), 0.08);
}

function skullAt(person: Person, x: number, y: number, z: number): number {
  let head = melt(egg(x, y - headTop, z, 0.6, 0.72, 0.64), egg(x, y + 0.19, z - 0.1, 0.47, 0.45, 0.49), 0.18);
  head = melt(head, egg(x, y, z - 0.64, 0.08, 0.12, 0.1), 0.1);
  return person.hat?.kind === 'scarf' ? head : melt(head, egg(abs(x) - 0.6, y - 0.05, z + 0.02, 0.085, 0.15, 0.11), 0.04);
}

const [browA, browB, browC] = [
  [0.14, 0.345, 0.585],
  [0.24, 0.375, 0.575],
  [0.34, 0.345, 0.515],
] as const;
const [neckA, neckB] = [
  [0, -0.4, -0.06],
  [0, -1.05, -0.06],
] as const;

/** Hair and a beard, in the space of the head. */
function growthAt(person: Person, x: number, y: number, z: number): number {
  let nearest = 9;
  if (person.hat?.kind !== 'scarf') {
    nearest = hairAt(person.style, x, y, z);
    // Under a hat, hair lies flat.
    if (person.hat && person.hat.kind !== 'headphones' && person.hat.kind !== 'band') nearest = common(nearest, y - 0.55, 0.06);
  }
  return person.beard ? min(nearest, beardAt(person.beard, x, y, z)) : nearest;
}

function jewelAt(person: Person, side: number, y: number, z: number): number {
  if (person.earrings === 'studs') return ball(side - 0.63, y + 0.14, z, 0.055);
  if (person.earrings !== 'hoops') return 9;
  const [u, w] = turn(side - 0.66, z, 0.6);
  return hoop(u, y + 0.26, w, 0.14, 0.027);
}

/** The distance to a person's solids. */
function solidsOf(person: Person): Scene['solids'] {
  const { turn: turned, tilt } = poseOf(person);
  const reach = person.style === 'afro' || person.hat ? 1.75 : 1.6;
  const lift = (person.smile ?? 1) * 0.075;
  const [mouthA, mouthB, mouthC] = [
    [0, -0.3, 0.6],
    [0.09, -0.3 + lift * 0.35, 0.59],
    [0.165, -0.3 + lift, 0.555],
  ] as const;
  const features = (x: number, y: number, z: number, hit: Hit, so: number): number => {
    let nearest = so;
    const side = abs(x);
    const eye =
      person.eyes === 'laughing'
        ? common(hoop(side - 0.235, y - 0.11, z - 0.585, 0.085, 0.022), 0.12 - y, 0.01)
        : egg(side - 0.235, y - 0.16, z - 0.575, 0.06, 0.082, 0.06);
    if (eye < nearest) {
      nearest = eye;
      hit.material = Part.Eye;
    }
    const brow = min(rod(side, y, z, browA, browB, 0.026), rod(side, y, z, browB, browC, 0.023));
    if (brow < nearest) {
      nearest = brow;
      hit.material = Part.Hair;
    }
    const mouth = min(rod(side, y, z, mouthA, mouthB, 0.027), rod(side, y, z, mouthB, mouthC, 0.022));
    if (mouth < nearest) {
      nearest = mouth;
      hit.material = Part.Mouth;
    }
    return nearest;
  };
  return (x, y, z, hit) => {
    let nearest = shouldersAt(person, x, y, z);
    hit.material = Part.Cloth;
    const far = ball(x, y - 0.1, z, reach);
    // The head is complicated: away from it, the distance to a ball around it is enough.
    if (far > 0.2) return min(nearest, far);
    const rx = tilt[0] * x - tilt[1] * (y + 0.6);
    const qy = tilt[1] * x + tilt[0] * (y + 0.6) - 0.6;
    const qx = turned[0] * rx + turned[1] * z;
    const qz = turned[0] * z - turned[1] * rx;
    const skin = melt(skullAt(person, qx, qy, qz), rod(x, y, z, neckA, neckB, 0.24), 0.12);
    if (skin < nearest) {
      nearest = skin;
      hit.material = Part.Skin;
    }
    if (qz > 0.2 && qy < 0.6) nearest = features(qx, qy, qz, hit, nearest);
    const grown = growthAt(person, qx, qy, qz);
    if (grown < nearest) {
      nearest = grown;
      hit.material = Part.Hair;
    }
    const hat = person.hat ? hatAt(person.hat.kind, qx, qy, qz) : 9;
    if (hat < nearest) {
      nearest = hat;
      hit.material = Part.Hat;
    }
    const glasses = person.glasses ? glassesAt(person.glasses, abs(qx), qy, qz) : 9;
    if (glasses < nearest) {
      nearest = glasses;
      hit.material = Part.Glasses;
    }
    const jewel = jewelAt(person, abs(qx), qy, qz);
    if (jewel < nearest) {
      nearest = jewel;
      hit.material = Part.Gold;
    }
    return nearest;
  };
}

function clothOf({ cloth, trim }: Person, x: number, y: number): Surface {
  const base = linearColour(cloth);
  if (!trim) return { colour: base, gloss: 0.08 };
  const share = {
    stripes: smoothstep(-0.2, 0.2, sin(y * 34)),
    yoke: smoothstep(-1.32, -1.3, y - abs(x) * 0.25),
  }[trim.cut];
  return { colour: blend(base, linearColour(trim.colour), share), gloss: 0.08 };
}

function surfaceOf(person: Person, part: number, x: number, y: number, z: number): Surface {
  const skin = linearColour(person.skin);
  switch (part) {
    case Part.Skin: {
      const { turn: turned, tilt } = poseOf(person);
      const rx = tilt[0] * x - tilt[1] * (y + 0.6);
      const qy = tilt[1] * x + tilt[0] * (y + 0.6) - 0.6;
      const [qx, qz] = [turned[0] * rx + turned[1] * z, turned[0] * z - turned[1] * rx];
      const blush = qz > 0 ? exp(-12 * ((abs(qx) - 0.34) ** 2 + (qy + 0.08) ** 2)) * 0.55 : 0;
      return { colour: blend(skin, [skin[0] * 1.1, skin[1] * 0.62, skin[2] * 0.6], blush), gloss: 0.22 };
    }
    case Part.Hair:
      return { colour: linearColour(person.hair), gloss: person.style === 'afro' ? 0.02 : 0.3 };
    case Part.Cloth:
      return clothOf(person, x, y);
    case Part.Eye:
      return { colour: linearColour('#1a1214'), gloss: 1 };
    case Part.Mouth:
      return { colour: [skin[0] * 0.62, skin[1] * 0.26, skin[2] * 0.26], gloss: 0.3 };
    case Part.Hat:
      return { colour: linearColour(person.hat?.colour ?? '#000000'), gloss: person.hat?.kind === 'headphones' ? 0.7 : 0.08 };
    case Part.Glasses:
      return { colour: linearColour('#2a1d1a'), gloss: 0.8 };
    default:
      return { colour: linearColour('#e8b04a'), gloss: 1 };
  }
}

export function bust(person: Person): Scene {
  const [middle, edge, disc] = [linearColour(person.wall[0]), linearColour(person.wall[1]), linearColour(person.wall[2])];
  const discX = 0.5 + (person.yaw > 0 ? 0.13 : -0.13);
  const isTall = person.style === 'afro' || person.style === 'bun' || person.style === 'topknots' || person.hat?.kind === 'top-hat';
  return {
    solids: solidsOf(person),
    surface: (part, x, y, z) => surfaceOf(person, part, x, y, z),
    backdrop: (u, v) => {
      const wall = blend(middle, edge, smoothstep(0, 0.85, hypot(u - 0.42, v - 0.35)));
      return blend(wall, disc, smoothstep(0.332, 0.328, hypot(u - discX, v - 0.4)) * clamp(1.1 - v * 0.9));
    },
    eye: [0, 0.1, 5.2],
    target: [0, isTall ? 0.12 : 0, 0],
    zoom: isTall ? 2.75 : 3,
    far: 8,
    lamp: { towards: [-0.6, 0.7, 0.75], colour: linearColour('#fff9f0', 2.15), hardness: 6 },
    sky: blend(middle, [1, 1, 1], 0.55).map((value) => value * 0.62) as [number, number, number],
    rim: { towards: [0.85, 0.25, -0.35], colour: linearColour(person.rim, 0.8) },
  };
}
