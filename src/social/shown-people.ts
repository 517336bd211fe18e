/** The people shown in an item of the signed-in performer, in form fields and in requests. */
import type { ResponseOf, BodyOf } from '@web/services/call';

export type ShownPerson = Pick<ResponseOf<'GET /performers/user/search'>['data'][number], '_id' | 'name' | 'username'>;
export type ShownRelease = Pick<ResponseOf<'GET /performer/releases'>['data'][number], '_id' | 'name'>;

/** Without the publisher: performers, and people without an account by their release. */
export interface ShownPeople {
  people: ShownPerson[];
  releases: ShownRelease[];
}

export type PeopleBody = Required<BodyOf<'PUT /streaming/people'>>;

/** All people in the item with their consent, as stored at the server. */
export type StoredPeople = ResponseOf<'GET /streaming/mine'>['people'];

/** The stored people as form values. */
export const peopleFormValues = ({ people }: { people: StoredPeople | null }): ShownPeople => ({
  people: people?.flatMap(({ person }) => (person ? [{ _id: person._id, name: person.name, username: person.username }] : [])) ?? [],
  releases: people?.flatMap(({ release }) => release ?? []) ?? [],
});

/** The form values as a request body. */
export const peopleBodyOf = ({ people, releases }: ShownPeople): PeopleBody => ({
  participantIds: people.map(({ _id }) => _id),
  releaseIds: releases.map(({ _id }) => _id),
});
