/** The values of a performer's registration, and the steps they belong to. */
import * as limits from '@contract/kernel/limits';

export interface PerformerValues {
  step: number;
  name: string;
  username: string;
  email: string;
  password: string;
  dateOfBirth: string;
  gender: string;
  country: string;
  idVerification: File | null;
  documentVerification: File | null;
}

export const emptyPerformer: PerformerValues = {
  step: 0,
  name: '',
  username: '',
  email: '',
  password: '',
  dateOfBirth: '',
  gender: '',
  country: '',
  idVerification: null,
  documentVerification: null,
};

export const stepNames = (): readonly string[] => ['Account', 'About you', 'Documents', 'Done'];
export const doneStep = 3;

/** The fields of each step, in order. */
export const fieldsOfStep = [
  ['name', 'username', 'email', 'password'],
  ['dateOfBirth', 'gender', 'country'],
  ['idVerification', 'documentVerification'],
] as const satisfies readonly (readonly (keyof PerformerValues)[])[];

/** The earliest step that one of `fields` belongs to; null when none does. */
export function stepOf(fields: readonly string[]): number | null {
  const step = fieldsOfStep.findIndex((names) => names.some((name) => fields.includes(name)));
  return step === -1 ? null : step;
}

/** The latest date of birth of a person who is old enough on `today`. Both as YYYY-MM-DD. */
export function latestBirthDate(today: string): string {
  return `${String(Number(today.slice(0, 4)) - limits.performerAgeMin_years)}${today.slice(4)}`;
}
