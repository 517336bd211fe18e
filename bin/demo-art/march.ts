/** A small ray marcher: clay under one soft lamp, with shadows, ambient occlusion and a coloured rim light. */
import { abs, lerp, clamp, cos, hypot, max, min, pow, sin, smoothstep } from './distance';

export type Colour = readonly [red: number, green: number, blue: number];
type Vector = readonly [x: number, y: number, z: number];

/** Linear light from a hex colour. */
export function linearColour(hex: string, strength = 1): Colour {
  const number = Number.parseInt(hex.slice(1), 16);
  const part = (shift: number): number => pow(((number >> shift) & 255) / 255, 2.2) * strength;
  return [part(16), part(8), part(0)];
}
export const blend = (a: Colour, b: Colour, share: number): Colour => [
  lerp(a[0], b[0], share),
  lerp(a[1], b[1], share),
  lerp(a[2], b[2], share),
];

/** What a ray has met: `solids` write it. */
export interface Hit {
  material: number;
}
export interface Surface {
  colour: Colour;
  /** From 0, chalk, to 1, glaze. */
  gloss: number;
}

export interface Scene {
  solids: (x: number, y: number, z: number, hit: Hit) => number;
  surface: (material: number, x: number, y: number, z: number) => Surface;
  backdrop: (u: number, v: number) => Colour;
  eye: Vector;
  target: Vector;
  /** The focal length. */
  zoom: number;
  far: number;
  lamp: { towards: Vector; colour: Colour; hardness: number; spot?: { from: Vector; at: Vector; inner: number; outer: number } };
  sky: Colour;
  rim: { towards: Vector; colour: Colour };
}

const unit = ([x, y, z]: Vector): Vector => {
  const length = hypot(x, y, z);
  return [x / length, y / length, z / length];
};
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function shadow({ solids, lamp }: Scene, [x, y, z]: Vector, [lx, ly, lz]: Vector, far: number): number {
  const hit = { material: 0 };
  let open = 1;
  let t = 0.03;
  // Steps are short: longer ones draw bands where a round solid turns away from the lamp.
  for (let step = 0; step < 70 && t < far; step += 1) {
    const free = solids(x + lx * t, y + ly * t, z + lz * t, hit);
    open = min(open, (lamp.hardness * free) / t);
    if (open < 0.005) return 0;
    t += clamp(free * 0.5, 0.018, 0.16);
  }
  return clamp(open);
}

/** How much of the sky a point sees. */
function openness({ solids }: Scene, [x, y, z]: Vector, [nx, ny, nz]: Vector): number {
  const hit = { material: 0 };
  let closed = 0;
  let weight = 1;
  for (let step = 0; step < 5; step += 1) {
    const away = 0.02 + 0.11 * step;
    closed += (away - solids(x + nx * away, y + ny * away, z + nz * away, hit)) * weight;
    weight *= 0.75;
  }
  return clamp(1 - 1.1 * closed);
}

function normalAt({ solids }: Scene, x: number, y: number, z: number): Vector {
  const hit = { material: 0 };
  const e = 0.0015;
  const a = solids(x + e, y - e, z - e, hit);
  const b = solids(x - e, y - e, z + e, hit);
  const c = solids(x - e, y + e, z - e, hit);
  const d = solids(x + e, y + e, z + e, hit);
  return unit([a - b - c + d, -a - b + c + d, -a + b - c + d]);
}

function lit(scene: Scene, at: Vector, ray: Vector, material: number): Colour {
  const { lamp, sky, rim } = scene;
  const n = normalAt(scene, ...at);
  const { colour, gloss } = scene.surface(material, ...at);
  const source: Vector = lamp.spot
    ? unit([lamp.spot.from[0] - at[0], lamp.spot.from[1] - at[1], lamp.spot.from[2] - at[2]])
    : unit(lamp.towards);
  let strength = 1;
  if (lamp.spot) {
    const { from, at: aim, inner, outer } = lamp.spot;
    const axis = unit([from[0] - aim[0], from[1] - aim[1], from[2] - aim[2]]);
    strength = smoothstep(outer, inner, dot(axis, source));
  }
  const facing = dot(n, source);
  const lifted: Vector = [at[0] + n[0] * 0.012, at[1] + n[1] * 0.012, at[2] + n[2] * 0.012];
  const wrapped = clamp((facing + 0.18) / 1.18);
  const open = wrapped > 0 && strength > 0 ? shadow(scene, lifted, source, scene.far * 0.6) : 0;
  const seen = openness(scene, at, n);
  const key = wrapped * open * strength * 0.64;
  const fill = seen * (0.64 + 0.36 * n[1]);
  const bounce = 0.12 * seen * clamp(0.5 - 0.5 * n[1]) * strength;
  const half = unit([source[0] - ray[0], source[1] - ray[1], source[2] - ray[2]]);
  const shine = gloss * 0.42 * pow(clamp(dot(n, half)), lerp(14, 90, gloss)) * open * strength;
  const side = clamp(dot(n, unit(rim.towards)));
  const edge = pow(1 - clamp(-dot(n, ray)), 4) * 0.2 * seen;
  const part = (i: 0 | 1 | 2): number =>
    colour[i] * (lamp.colour[i] * (key + bounce * colour[i]) + sky[i] * fill) +
    lamp.colour[i] * shine +
    rim.colour[i] * side * side * (0.35 + 0.65 * colour[i]) +
    sky[i] * edge;
  return [part(0), part(1), part(2)];
}

function trace(scene: Scene, ray: Vector, u: number, v: number): Colour {
  const hit = { material: 0 };
  const [ex, ey, ez] = scene.eye;
  let t = 0.2;
  for (let step = 0; step < 180 && t < scene.far; step += 1) {
    const free = scene.solids(ex + ray[0] * t, ey + ray[1] * t, ez + ray[2] * t, hit);
    if (free < 0.0001 * t) return lit(scene, [ex + ray[0] * t, ey + ray[1] * t, ez + ray[2] * t], ray, hit.material);
    t += free * 0.85;
  }
  return scene.backdrop(u, v);
}

/** Keeps bright places from burning out, then encodes for the screen. */
const developed = (value: number): number => pow(clamp(value / (1 + 0.18 * value)), 1 / 2.2);

/** Renders a scene to 8-bit RGB. Only pixels at edges are sampled more than once. */
export function render(scene: Scene, width: number, height: number): Buffer {
  const forward = unit([scene.target[0] - scene.eye[0], scene.target[1] - scene.eye[1], scene.target[2] - scene.eye[2]]);
  const right = unit(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  const scale = 2 / min(width, height);
  const sample = (px: number, py: number): Colour => {
    const [x, y] = [(px - width / 2) * scale, (height / 2 - py) * scale];
    const part = (i: 0 | 1 | 2): number => right[i] * x + up[i] * y + forward[i] * scene.zoom;
    const [red, green, blue] = trace(scene, unit([part(0), part(1), part(2)]), px / width, py / height);
    return [developed(red), developed(green), developed(blue)];
  };
  const first: Colour[] = [];
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) first.push(sample(x + 0.5, y + 0.5));
  const at = (x: number, y: number): Colour => first[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)] ?? [0, 0, 0];
  const differ = (a: Colour, b: Colour): number => max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]));
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let colour = at(x, y);
      const edge = max(
        differ(colour, at(x + 1, y)),
        differ(colour, at(x - 1, y)),
        differ(colour, at(x, y + 1)),
        differ(colour, at(x, y - 1)),
      );
      if (edge > 0.055) {
        const more = [sample(x + 0.2, y + 0.35), sample(x + 0.65, y + 0.2), sample(x + 0.35, y + 0.8), sample(x + 0.8, y + 0.65)];
        const mean = (i: 0 | 1 | 2): number => (colour[i] + more.reduce((sum, one) => sum + one[i], 0)) / 5;
        colour = [mean(0), mean(1), mean(2)];
      }
      for (const i of [0, 1, 2] as const) pixels[(y * width + x) * 3 + i] = Math.round(colour[i] * 255);
    }
  return pixels;
}

/** Turns a point about the vertical axis. */
export const turn = (x: number, z: number, angle: number): readonly [x: number, z: number] => {
  const [c, s] = [cos(angle), sin(angle)];
  return [c * x + s * z, c * z - s * x];
};
