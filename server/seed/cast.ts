/** The people of the demo. Faces and places are invented. */

/** Fields of every person. */
export interface CastPerson {
  username: string;
  name: string;
  /** Null: not given yet. */
  email: string | null;
  country: string;
  gender: 'male' | 'female' | 'transgender';
  /** A short description, for people who try the site. */
  note: string;
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
  /** False: identity documents await a decision. */
  isApproved: boolean;
  /** Page views by guests. */
  views: number;
}

/** The email address of a demo account. */
export const emailOf = (username: string): string => `${username}@example.com`;

export const operator: CastPerson = {
  username: 'olive',
  name: 'Olive Hart',
  email: emailOf('olive'),
  country: 'GB',
  gender: 'female',
  note: 'an operator with all rights',
};

export const fans: CastPerson[] = [
  {
    username: 'finn',
    name: 'Finn Baker',
    email: emailOf('finn'),
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
    note: 'a fan without an email address: starts at the account setup',
  },
  {
    username: 'hugo',
    name: 'Hugo Marchand',
    email: emailOf('hugo'),
    country: 'FR',
    gender: 'male',
    note: 'a fan without money, and a delegate for Ada’s page',
  },
];
