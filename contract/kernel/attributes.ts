/** What performers may say of themselves. Apart from the other values: few screens need it, and none should carry it in vain. */

export interface Option {
  value: string;
  label: string;
}

const sentence = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');
const plain = (...values: string[]): Option[] => values.map((value) => ({ value, label: sentence(value) }));

/** Bands of three from `first`, closed by an open band on each side where one is named. */
function bands(first: number, last: number, unit: string, under: number | null, over: number): Option[] {
  const middle: Option[] = [];
  for (let low = first; low < last; low += 3) middle.push({ value: `${low}_${low + 2}`, label: `${low}–${low + 2} ${unit}` });
  const below = under === null ? [] : [{ value: `under_${under}`, label: `Under ${under} ${unit}` }];
  return [...below, ...middle, { value: `over_${over}`, label: `Over ${over} ${unit}` }];
}

/** What performers may say of themselves and fans may search by. */
export const attributeOptions = {
  height: bands(140, 190, 'cm', 140, 190),
  weight: bands(40, 100, 'kg', 40, 100),
  age: [{ value: '18_19', label: '18–19 years' }, ...bands(20, 50, 'years', null, 50)],
  bodyType: plain('fit', 'slim', 'curvy', 'large', 'toned', 'petite', 'ripped', 'tanned', 'runner', 'swimmer', 'muscular').concat({
    value: 'gymBody',
    label: 'Gym body',
  }),
  ethnicity: plain(
    'asian',
    'white',
    'latino',
    'hispanic',
    'black or african america',
    'american indian or alaska native',
    'native hawaiian or other pacific islander',
  ),
  size: plain('x-large', 'large', 'medium', 'small'),
  hair: plain('red', 'yellow', 'blond', 'black', 'brown', 'white', 'brunet', 'blue', 'green', 'pink', 'ginger').concat({
    value: 'multiColored',
    label: 'Multi-coloured',
  }),
  eyes: plain('blue', 'brown', 'green', 'amber', 'gray', 'hazel', 'red'),
  gender: [...plain('male', 'female'), { value: 'transgender', label: 'Trans' }],
  sexualOrientation: plain('straight', 'lesbian', 'gay', 'bisexual', 'transgender'),
} satisfies Record<string, Option[]>;

export type AttributeName = keyof typeof attributeOptions;
