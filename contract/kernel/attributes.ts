/** Profile attributes of performers. Separate from the other values, so that screens that do not need them do not load them. */

export interface Option {
  value: string;
  label: string;
}

const capitalized = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');
const optionsOf = (...values: string[]): Option[] => values.map((value) => ({ value, label: capitalized(value) }));

/** Ranges of three units from `first` to `last`, with an open range above and, unless `under` is null, one below. */
function bands(first: number, last: number, unit: string, under: number | null, over: number): Option[] {
  const middle: Option[] = [];
  for (let low = first; low < last; low += 3) middle.push({ value: `${low}_${low + 2}`, label: `${low}–${low + 2} ${unit}` });
  const below = under === null ? [] : [{ value: `under_${under}`, label: `Under ${under} ${unit}` }];
  return [...below, ...middle, { value: `over_${over}`, label: `Over ${over} ${unit}` }];
}

/** The options of each attribute on a profile. Fans can search by them. */
export const attributeOptions = {
  height: bands(140, 190, 'cm', 140, 190),
  weight: bands(40, 100, 'kg', 40, 100),
  age: [{ value: '18_19', label: '18–19 years' }, ...bands(20, 50, 'years', null, 50)],
  bodyType: optionsOf('fit', 'slim', 'curvy', 'large', 'toned', 'petite', 'ripped', 'tanned', 'runner', 'swimmer', 'muscular').concat({
    value: 'gymBody',
    label: 'Gym body',
  }),
  ethnicity: optionsOf('asian', 'white', 'latino', 'hispanic').concat(
    { value: 'black or african america', label: 'Black or African American' },
    { value: 'american indian or alaska native', label: 'American Indian or Alaska Native' },
    { value: 'native hawaiian or other pacific islander', label: 'Native Hawaiian or other Pacific Islander' },
  ),
  size: optionsOf('x-large', 'large', 'medium', 'small'),
  hair: optionsOf('red', 'yellow', 'blond', 'black', 'brown', 'white', 'brunet', 'blue', 'green', 'pink', 'ginger').concat({
    value: 'multiColored',
    label: 'Multicolored',
  }),
  eyes: optionsOf('blue', 'brown', 'green', 'amber', 'gray', 'hazel', 'red'),
  gender: [...optionsOf('male', 'female'), { value: 'transgender', label: 'Trans' }],
  sexualOrientation: optionsOf('straight', 'lesbian', 'gay', 'bisexual', 'transgender'),
} satisfies Record<string, Option[]>;

export type AttributeName = keyof typeof attributeOptions;
