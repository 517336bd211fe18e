/** Helpers to build scenes of clay. */
import { melt } from './distance';
import { linearColour, render, type Colour, type Hit, type Scene, type Surface } from './march';
import type { Picture } from './picture';

type Add = (distance: number, material: number) => void;
type Solids = (x: number, y: number, z: number, add: Add) => void;

/** Collects the nearest of many solids. */
export const nearestOf =
  (solids: Solids) =>
  (x: number, y: number, z: number, hit: Hit): number => {
    let nearest = 99;
    solids(x, y, z, (distance, material) => {
      if (distance >= nearest) return;
      nearest = distance;
      hit.material = material;
    });
    return nearest;
  };

export const glazes = (list: readonly (readonly [hex: string, gloss: number])[]): Scene['surface'] => {
  const known = list.map(([hex, gloss]): Surface => ({ colour: linearColour(hex), gloss }));
  return (material) => known[material] ?? { colour: [0.8, 0.8, 0.8], gloss: 0 };
};
export const plain = (hex: string): (() => Colour) => {
  const colour = linearColour(hex);
  return () => colour;
};
/** A floor that bends up into a wall. */
export const cove = (y: number, z: number, back: number): number => melt(y, z + back, 1.2);

const tall = { width: 720, height: 900 };
/** A picture of a scene. */
export const framed = (scene: Scene, { width, height } = tall): Picture => ({
  width,
  height,
  draw: () => render(scene, width, height),
  grain: 4,
});
