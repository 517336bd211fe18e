/** Distances to solids: negative inside. Plain numbers in and out, because they are computed some hundred million times. */
export const { abs, cos, exp, floor, hypot, max, min, PI, pow, sin, sqrt, atan2 } = Math;

export const clamp = (value: number, low = 0, high = 1): number => min(high, max(low, value));
export const lerp = (from: number, to: number, share: number): number => from + (to - from) * share;

/** 0 before `from`, 1 after `to`, and smooth in between. */
export function smoothstep(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** The union of two solids, melted together over the width `soft`. */
export function melt(a: number, b: number, soft: number): number {
  const near = max(soft - abs(a - b), 0) / soft;
  return min(a, b) - near * near * soft * 0.25;
}

/** The first solid without the second, with a rounded rim. */
export const carve = (a: number, b: number, soft: number): number => -melt(-a, b, soft);
/** What both solids share, with a rounded rim. */
export const common = (a: number, b: number, soft: number): number => -melt(-a, -b, soft);

export const ball = (x: number, y: number, z: number, radius: number): number => sqrt(x * x + y * y + z * z) - radius;

export function egg(x: number, y: number, z: number, rx: number, ry: number, rz: number): number {
  const u = x / rx;
  const v = y / ry;
  const w = z / rz;
  const whole = sqrt(u * u + v * v + w * w);
  const s = u / rx;
  const t = v / ry;
  const r = w / rz;
  return (whole * (whole - 1)) / (sqrt(s * s + t * t + r * r) + 1e-6);
}

type Point = readonly [x: number, y: number, z: number];

export function rod(x: number, y: number, z: number, from: Point, to: Point, radius: number): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const dz = to[2] - from[2];
  const px = x - from[0];
  const py = y - from[1];
  const pz = z - from[2];
  const along = clamp((px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz));
  return ball(px - dx * along, py - dy * along, pz - dz * along, radius);
}

export function block(x: number, y: number, z: number, half: Point, round: number): number {
  const u = abs(x) - half[0] + round;
  const v = abs(y) - half[1] + round;
  const w = abs(z) - half[2] + round;
  const outside = sqrt(max(u, 0) ** 2 + max(v, 0) ** 2 + max(w, 0) ** 2);
  return outside + min(max(u, max(v, w)), 0) - round;
}

/** An upright cylinder. */
export function drum(x: number, y: number, z: number, radius: number, half: number, round: number): number {
  const u = sqrt(x * x + z * z) - radius + round;
  const v = abs(y) - half + round;
  return min(max(u, v), 0) + sqrt(max(u, 0) ** 2 + max(v, 0) ** 2) - round;
}

/** `hypot` of two numbers, which is much slower. */
export const length2 = (x: number, y: number): number => sqrt(x * x + y * y);

/** A ring that lies flat. */
export const ring = (x: number, y: number, z: number, radius: number, thick: number): number =>
  length2(sqrt(x * x + z * z) - radius, y) - thick;
/** A ring that faces the viewer. */
export const hoop = (x: number, y: number, z: number, radius: number, thick: number): number =>
  length2(sqrt(x * x + y * y) - radius, z) - thick;

/** A turned solid, as on a potter's wheel: radii at equal heights from the foot to the rim, with a wall of clay. */
export function turned(x: number, y: number, z: number, high: number, radii: readonly number[], wall: number): number {
  const last = radii.length - 1;
  const place = clamp(y / high) * last;
  const index = min(floor(place), last - 1);
  const a = radii[max(index - 1, 0)] ?? 0;
  const b = radii[index] ?? 0;
  const c = radii[index + 1] ?? 0;
  const d = radii[min(index + 2, last)] ?? 0;
  const f = place - index;
  const radius = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
  const away = sqrt(x * x + z * z);
  const outer = common(common((away - radius) * 0.6, y - high, 0.03), -y, 0.02);
  return carve(outer, max((away - radius + wall) * 0.6, high * 0.2 - y), 0.02);
}

/** A pseudorandom number from 0 to 1 that depends only on the coordinates. */
export function hash(x: number, y: number, z = 0): number {
  let n = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(z, 1_274_126_177);
  n = Math.imul(n ^ (n >>> 13), 1_274_126_177);
  return ((n ^ (n >>> 16)) >>> 0) / 4_294_967_295;
}

const ease = (t: number): number => t * t * (3 - 2 * t);

function flatNoise(ix: number, iy: number, iz: number, u: number, v: number): number {
  const above = lerp(hash(ix, iy, iz), hash(ix + 1, iy, iz), u);
  return lerp(above, lerp(hash(ix, iy + 1, iz), hash(ix + 1, iy + 1, iz), u), v);
}

/** Soft noise from 0 to 1. */
export function noise(x: number, y: number, z = 0): number {
  const ix = floor(x);
  const iy = floor(y);
  const iz = floor(z);
  const u = ease(x - ix);
  const v = ease(y - iy);
  const near = flatNoise(ix, iy, iz, u, v);
  return z === iz ? near : lerp(near, flatNoise(ix, iy, iz + 1, u, v), ease(z - iz));
}
