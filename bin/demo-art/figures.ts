/** Dancers and chairs of lines. */
import { circle, shape, stroke } from './drawing';

export type Joint = readonly [x: number, y: number];

export interface Figure {
  head: Joint;
  neck: Joint;
  hip: Joint;
  arms: readonly [readonly [Joint, Joint], readonly [Joint, Joint]];
  legs: readonly [readonly [Joint, Joint], readonly [Joint, Joint]];
  skirt?: string;
}

/** A dancer of rounded limbs; one unit is about a hand. */
export function dancer({ head, neck, hip, arms, legs, skirt = '' }: Figure, colour: string, cloth: string): string {
  const limb = (from: Joint, [middle, end]: readonly [Joint, Joint], width: number): string =>
    stroke(`M${from.join(' ')}Q${middle.join(' ')} ${end.join(' ')}`, colour, width);
  return (
    legs.map((leg) => limb(hip, leg, 13)).join('') +
    arms.map((arm) => limb([neck[0], neck[1] + 10], arm, 9)).join('') +
    stroke(`M${neck[0]} ${neck[1] + 14}L${hip.join(' ')}`, cloth, 24) +
    stroke(`M${neck.join(' ')}L${head.join(' ')}`, colour, 9) +
    shape(skirt, cloth) +
    `<ellipse cx="${head[0]}" cy="${head[1]}" rx="12" ry="15" fill="${colour}"/>` +
    circle(head[0] - 9, head[1] - 14, 7, colour)
  );
}

export const figures = {
  arabesque: {
    head: [34, -196],
    neck: [24, -168],
    hip: [0, -104],
    arms: [
      [
        [60, -176],
        [116, -214],
      ],
      [
        [-14, -190],
        [-52, -214],
      ],
    ],
    legs: [
      [
        [4, -50],
        [0, 0],
      ],
      [
        [-60, -110],
        [-138, -176],
      ],
    ],
    skirt: 'M-18-118Q8-128 24-108Q50-84 62-62Q10-70-66-96Q-46-112-18-118Z',
  },
  reach: {
    head: [4, -210],
    neck: [0, -180],
    hip: [0, -106],
    arms: [
      [
        [40, -214],
        [34, -276],
      ],
      [
        [-40, -214],
        [-34, -276],
      ],
    ],
    legs: [
      [
        [2, -50],
        [4, 0],
      ],
      [
        [44, -66],
        [6, -40],
      ],
    ],
    skirt: 'M-16-124H16Q46-80 52-40Q0-62-52-40Q-46-80-16-124Z',
  },
  lunge: {
    head: [-46, -170],
    neck: [-36, -142],
    hip: [0, -84],
    arms: [
      [
        [-90, -150],
        [-140, -190],
      ],
      [
        [10, -152],
        [64, -186],
      ],
    ],
    legs: [
      [
        [-66, -78],
        [-62, 0],
      ],
      [
        [60, -50],
        [118, 0],
      ],
    ],
    skirt: 'M-20-96Q4-108 20-86Q56-52 84-14Q20-50-60-50Q-44-80-20-96Z',
  },
} as const satisfies Record<string, Figure>;

/** A chair of lines. */
export const chairLines =
  'M0 0V-66M64 0V-66M14-10V-74M78-10V-74M0-66H64L78-76H14ZM14-76V-150M78-76V-150M14-150Q46-162 78-150M14-128Q46-138 78-128';
