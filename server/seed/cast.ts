/** Who exists on a demonstration site. Faces and places are invented. */

/** What every person of the cast has. */
export interface CastPerson {
  username: string;
  name: string;
  /** Null: not given yet. */
  email: string | null;
  country: string;
  gender: 'male' | 'female' | 'transgender';
  /** One line for whoever tries the site. */
  note: string;
}

/** What her pictures are painted with: hues in degrees, and the look of the portrait. */
export interface Palette {
  hues: readonly [from: number, to: number];
  skin: string;
  hair: string;
}

export interface CastPerformer extends CastPerson {
  email: string;
  dateOfBirth: string;
  city: string;
  languages: string[];
  bio: string;
  looks: {
    height: string;
    weight: string;
    bodyType: string;
    ethnicity: string;
    size: string;
    hair: string;
    eyes: string;
    sexualOrientation: string;
  };
  monthlyPrice_cents: bigint;
  isFreeSubscription: boolean;
  isFeatured: boolean;
  /** False: the papers wait for an operator. */
  isApproved: boolean;
  /** How many guests have looked at the page. */
  views: number;
  palette: Palette;
}

/** The address of somebody of the cast. */
export const address = (username: string): string => `${username}@example.com`;

export const operator: CastPerson = {
  username: 'olive',
  name: 'Olive Hart',
  email: address('olive'),
  country: 'GB',
  gender: 'female',
  note: 'runs the site: settings, people, applications',
};

export const fans: CastPerson[] = [
  {
    username: 'finn',
    name: 'Finn Baker',
    email: address('finn'),
    country: 'US',
    gender: 'male',
    note: 'a fan with tokens, a card and two subscriptions',
  },
  {
    username: 'greta',
    name: 'Greta Lind',
    email: null,
    country: 'SE',
    gender: 'female',
    note: 'a fan without an e-mail address yet: starts at the account setup',
  },
  {
    username: 'hugo',
    name: 'Hugo Marchand',
    email: address('hugo'),
    country: 'FR',
    gender: 'male',
    note: 'a fan without money, who helps Ada with her page',
  },
];

type Told = Pick<
  CastPerformer,
  'username' | 'name' | 'country' | 'gender' | 'dateOfBirth' | 'city' | 'languages' | 'bio' | 'palette' | 'views'
>;
/** Height, weight, body, ethnicity, size, hair, eyes, orientation. */
type Looks = readonly [string, string, string, string, string, string, string, string];

function performer(
  told: Told,
  looks: Looks,
  monthlyPrice_cents: bigint,
  more: Partial<Pick<CastPerformer, 'note' | 'isFreeSubscription' | 'isFeatured' | 'isApproved'>> = {},
): CastPerformer {
  const [height, weight, bodyType, ethnicity, size, hair, eyes, sexualOrientation] = looks;
  return {
    ...told,
    email: address(told.username),
    looks: { height, weight, bodyType, ethnicity, size, hair, eyes, sexualOrientation },
    monthlyPrice_cents,
    note: 'a performer',
    isFreeSubscription: false,
    isFeatured: false,
    isApproved: true,
    ...more,
  };
}

export const performers: CastPerformer[] = [
  performer(
    {
      username: 'ada',
      name: 'Ada Winters',
      country: 'GB',
      gender: 'female',
      dateOfBirth: '1996-03-14',
      city: 'Bristol',
      languages: ['en', 'fr'],
      bio: 'Contemporary dancer and choreographer. Rehearsals, sketches for new pieces and the long road from the first step to opening night.\n\nSubscribers see every rehearsal, also the ones that go wrong.',
      views: 24,
      palette: { hues: [268, 332], skin: '#e8b898', hair: '#5a2e22' },
    },
    ['167_169', '55_57', 'toned', 'white', 'small', 'brown', 'green', 'bisexual'],
    999n,
    { isFeatured: true, note: 'a performer with a full page' },
  ),
  performer(
    {
      username: 'bruno',
      name: 'Bruno Costa',
      country: 'PT',
      gender: 'male',
      dateOfBirth: '1991-08-02',
      city: 'Porto',
      languages: ['pt', 'en', 'es'],
      bio: 'Guitar, loops and a very patient neighbour. I play live most evenings and take requests.\n\nThe first days are free: stay if you like it.',
      views: 19,
      palette: { hues: [18, 46], skin: '#c98f68', hair: '#20150f' },
    },
    ['182_184', '79_81', 'fit', 'latino', 'large', 'black', 'brown', 'straight'],
    495n,
    { isFeatured: true, isFreeSubscription: true, note: 'a performer with a free period' },
  ),
  performer(
    {
      username: 'chen',
      name: 'Chen Li',
      country: 'SG',
      gender: 'transgender',
      dateOfBirth: '2001-11-20',
      city: 'Singapore',
      languages: ['en', 'zh'],
      bio: 'Cosplay from the first sketch to the last stitch.',
      views: 0,
      palette: { hues: [168, 214], skin: '#edc6a1', hair: '#1c1c24' },
    },
    ['170_172', '58_60', 'slim', 'asian', 'medium', 'multiColored', 'brown', 'transgender'],
    799n,
    { isApproved: false, note: 'a performer whose documents wait for Olive' },
  ),
  performer(
    {
      username: 'dalia',
      name: 'Dalia Haddad',
      country: 'LB',
      gender: 'female',
      dateOfBirth: '1993-01-09',
      city: 'Beirut',
      languages: ['ar', 'en', 'fr'],
      bio: 'Oud, voice and stories behind old songs.',
      views: 12,
      palette: { hues: [344, 24], skin: '#d6a17c', hair: '#2b1a16' },
    },
    ['164_166', '58_60', 'curvy', 'white', 'medium', 'brunet', 'hazel', 'straight'],
    695n,
  ),
  performer(
    {
      username: 'elio',
      name: 'Elio Ferrari',
      country: 'IT',
      gender: 'male',
      dateOfBirth: '1998-06-27',
      city: 'Torino',
      languages: ['it', 'en'],
      bio: 'Trail runner. Training plans that survive bad weather.',
      views: 9,
      palette: { hues: [128, 172], skin: '#e0b08c', hair: '#3a2a1c' },
    },
    ['176_178', '67_69', 'runner', 'white', 'medium', 'brown', 'hazel', 'gay'],
    399n,
  ),
  performer(
    {
      username: 'freya',
      name: 'Freya Solberg',
      country: 'NO',
      gender: 'female',
      dateOfBirth: '1988-12-01',
      city: 'Tromsø',
      languages: ['no', 'en', 'de'],
      bio: 'I photograph the polar night and teach how to hold a camera at thirty below.',
      views: 17,
      palette: { hues: [196, 258], skin: '#f2cdb4', hair: '#e2c17c' },
    },
    ['173_175', '64_66', 'fit', 'white', 'medium', 'blond', 'blue', 'straight'],
    1250n,
    { isFeatured: true },
  ),
  performer(
    {
      username: 'gabriel',
      name: 'Gabriel Souza',
      country: 'BR',
      gender: 'male',
      dateOfBirth: '1985-04-18',
      city: 'Salvador',
      languages: ['pt', 'en'],
      bio: 'Capoeira, percussion, and the kitchen in between.',
      views: 8,
      palette: { hues: [42, 96], skin: '#8a5a3c', hair: '#120c09' },
    },
    ['179_181', '82_84', 'muscular', 'latino', 'large', 'black', 'brown', 'straight'],
    595n,
  ),
  performer(
    {
      username: 'hana',
      name: 'Hana Mori',
      country: 'JP',
      gender: 'female',
      dateOfBirth: '1999-02-11',
      city: 'Kyoto',
      languages: ['ja', 'en'],
      bio: 'Paper, ink and a cat that sits on both. Calligraphy from the beginning.',
      views: 21,
      palette: { hues: [324, 356], skin: '#f0cfae', hair: '#15151b' },
    },
    ['155_157', '46_48', 'petite', 'asian', 'small', 'black', 'brown', 'lesbian'],
    850n,
    { isFeatured: true },
  ),
  performer(
    {
      username: 'imani',
      name: 'Imani Otieno',
      country: 'KE',
      gender: 'female',
      dateOfBirth: '1995-09-30',
      city: 'Nairobi',
      languages: ['sw', 'en'],
      bio: 'Afro house sets, and how each of them was built.',
      views: 14,
      palette: { hues: [12, 58], skin: '#6b432c', hair: '#0e0a08' },
    },
    ['170_172', '61_63', 'toned', 'black or african america', 'medium', 'black', 'brown', 'bisexual'],
    720n,
  ),
  performer(
    {
      username: 'jonas',
      name: 'Jonas Weber',
      country: 'DE',
      gender: 'male',
      dateOfBirth: '1979-07-07',
      city: 'Leipzig',
      languages: ['de', 'en'],
      bio: 'I restore old cellos. Slow videos, real wood, no music over it.',
      views: 6,
      palette: { hues: [26, 62], skin: '#ecc3a4', hair: '#8b8b90' },
    },
    ['185_187', '85_87', 'large', 'white', 'x-large', 'white', 'gray', 'straight'],
    295n,
  ),
  performer(
    {
      username: 'kaia',
      name: 'Kaia Tamahori',
      country: 'NZ',
      gender: 'female',
      dateOfBirth: '2003-05-05',
      city: 'Raglan',
      languages: ['en', 'mi'],
      bio: 'Surf before breakfast, boards after.',
      views: 16,
      palette: { hues: [184, 232], skin: '#b97f58', hair: '#b8702a' },
    },
    ['167_169', '58_60', 'swimmer', 'native hawaiian or other pacific islander', 'medium', 'ginger', 'green', 'straight'],
    450n,
    { isFreeSubscription: true },
  ),
  performer(
    {
      username: 'luca',
      name: 'Luca Moreau',
      country: 'FR',
      gender: 'transgender',
      dateOfBirth: '1997-10-23',
      city: 'Lyon',
      languages: ['fr', 'en'],
      bio: 'Stand-up in progress. Jokes are free, the good ones are not.',
      views: 11,
      palette: { hues: [284, 316], skin: '#e9bf9f', hair: '#2f6fb0' },
    },
    ['173_175', '64_66', 'slim', 'white', 'medium', 'blue', 'gray', 'bisexual'],
    550n,
  ),
  performer(
    {
      username: 'mira',
      name: 'Mira Kapoor',
      country: 'IN',
      gender: 'female',
      dateOfBirth: '1992-11-15',
      city: 'Pune',
      languages: ['hi', 'en', 'mr'],
      bio: 'Kathak for people with desk jobs. Ten minutes a day.',
      views: 13,
      palette: { hues: [4, 42], skin: '#b27a52', hair: '#17110e' },
    },
    ['161_163', '55_57', 'fit', 'asian', 'small', 'black', 'brown', 'straight'],
    650n,
  ),
  performer(
    {
      username: 'noor',
      name: 'Noor Visser',
      country: 'NL',
      gender: 'female',
      dateOfBirth: '2005-01-28',
      city: 'Utrecht',
      languages: ['nl', 'en'],
      bio: 'Roller skates, city lights, bruised knees.',
      views: 10,
      palette: { hues: [300, 348], skin: '#f0c8a8', hair: '#d85a9a' },
    },
    ['164_166', '52_54', 'slim', 'white', 'small', 'pink', 'blue', 'lesbian'],
    350n,
  ),
  performer(
    {
      username: 'otto',
      name: 'Otto Nieminen',
      country: 'FI',
      gender: 'male',
      dateOfBirth: '1972-03-03',
      city: 'Turku',
      languages: ['fi', 'sv', 'en'],
      bio: 'Forty years of magic tricks, explained one at a time.',
      views: 5,
      palette: { hues: [208, 268], skin: '#efc9ae', hair: '#b4462c' },
    },
    ['188_190', '91_93', 'large', 'white', 'x-large', 'red', 'blue', 'straight'],
    295n,
  ),
];
