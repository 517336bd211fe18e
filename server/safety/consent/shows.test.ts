/** Consent of everyone shown in live shows: before and during the show, later, and in recordings. */
import { eq } from 'drizzle-orm';
import { videos } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { videoFile } from '../../../tests/kit/files/media-clips';
import { eventually } from '../../../tests/kit/timing/eventually';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { fillWallet } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { addFollow, addSubscription, runJob } from '../../../tests/kit/content/posts';
import { endShow, goLive, openLiveTestHost, recordingOf, startShow, type LiveTestHost } from '../../../tests/kit/live/shows';
import { buyTicket, startScheduledShow, scheduleShow } from '../../../tests/kit/live/tickets';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import type { TestHost } from '../../../tests/kit/host/test-host';

type Person = Awaited<ReturnType<typeof signUpPerformer>>;
let opened: LiveTestHost;
let testHost: TestHost;
let operator: Person;
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
  operator = await signUpOperator(testHost);
});
afterAll(() => testHost.close());

const signUpTwo = async (): Promise<[Person, Person]> => [await signUpPerformer(testHost), await signUpPerformer(testHost)];
const namePeople = (person: Person, body: { participantIds?: string[]; releaseIds?: string[] }) =>
  testHost.call('PUT /streaming/people', { body }, { token: person.token });
const mine = async (person: Person) => (await testHost.call('GET /streaming/mine', {}, { token: person.token })).data;
const start = (person: Person, body: object = {}) =>
  testHost.call('POST /streaming/live', { body: { title: 'An evening', isFree: true, ...body } }, { token: person.token });
const appearancesOf = async (person: Person) => (await testHost.call('GET /appearances', { query: {} }, { token: person.token })).data.data;
const respond = async (person: Person, answer: 'accept' | 'refuse' | 'not-me', kind = 'show') => {
  const found = (await appearancesOf(person)).find(({ item }) => item.kind === kind);
  if (!found) throw new Error('the person appears nowhere');
  const call = { params: { id: found._id }, body: { answer, version: found.version } };
  return testHost.call('POST /appearances/:id/answer', call, { token: person.token });
};
const consentNotifications = async (person: Person) =>
  (await notificationInboxOf(testHost, person)).filter(({ type }) => type === 'consent').map(({ text }) => text);
const visibleParticipants = async (person: { token: string }, id: string) =>
  (await testHost.call('GET /streaming/join/:id', { params: { id } }, { token: person.token })).data.stream.participants.map(
    ({ _id }) => _id,
  );
const consents = async (person: Person) => (await mine(person)).people.map(({ consent }) => consent);
const subscriberOf = async (person: Person) => {
  const fan = await signUpFan(testHost);
  await addSubscription(testHost, fan, person);
  return fan;
};

test('a show starts once everyone named agrees, and viewers then see who is in it', async () => {
  const [ada, bruno] = await signUpTwo();
  expect((await namePeople(ada, { participantIds: [bruno.id] })).data.people).toMatchObject([
    { person: { _id: bruno.id }, consent: 'asked' },
  ]);
  expect(await consentNotifications(bruno)).toEqual(['asked for your consent to appear in a live stream.']);
  expect((await start(ada)).errorBody.error).toBe('consent_awaited');
  expect((await appearancesOf(bruno))[0]).toMatchObject({
    consent: 'asked',
    link: null,
    item: { kind: 'show', status: 'ahead', title: '', performer: { _id: ada.id } },
  });
  expect((await respond(bruno, 'accept')).data.consent).toBe('accepted');
  expect(await consentNotifications(ada)).toEqual(['agreed to appear in your next live stream.']);
  const fan = await subscriberOf(ada);
  const stream = await goLive(opened, ada, { title: 'Two of us' });
  expect(await visibleParticipants(fan, stream._id)).toEqual([bruno.id]);
  expect((await consentNotifications(bruno))[0]).toBe('is starting the live stream you agreed to appear in.');
  expect((await appearancesOf(bruno))[0]).toMatchObject({
    link: `/live/${ada.id}`,
    item: { _id: stream.sessionId, status: 'live', title: 'Two of us' },
  });
  await endShow(testHost, ada, stream._id);
  // The next show asks again.
  expect((await mine(ada)).people).toEqual([]);
});

test('a person who declines can be removed from the next show, and is then not shown anywhere', async () => {
  const [ada, bruno] = await signUpTwo();
  await namePeople(ada, { participantIds: [bruno.id] });
  await respond(bruno, 'refuse');
  expect(await consents(ada)).toEqual(['declined']);
  expect((await start(ada)).errorBody.error).toBe('consent_awaited');
  expect((await namePeople(ada, { participantIds: [] })).data.people).toEqual([]);
  const stream = await goLive(opened, ada);
  expect(await visibleParticipants(await subscriberOf(ada), stream._id)).toEqual([]);
});

test('a person named during the show is shown to viewers after they agree, and a refusal persists', async () => {
  const [ada, bruno] = await signUpTwo();
  const fan = await subscriberOf(ada);
  const stream = await goLive(opened, ada);
  await namePeople(ada, { participantIds: [bruno.id] });
  expect(await visibleParticipants(fan, stream._id)).toEqual([]);
  await respond(bruno, 'accept');
  expect(await visibleParticipants(fan, stream._id)).toEqual([bruno.id]);
  await respond(bruno, 'refuse');
  expect(await visibleParticipants(fan, stream._id)).toEqual([]);
  expect((await namePeople(ada, { participantIds: [] })).errorBody.error).toBe('consent_refused');
});

test('a withdrawal is sent to the studio and the viewers immediately', async () => {
  const [ada, bruno] = await signUpTwo();
  await namePeople(ada, { participantIds: [bruno.id] });
  await respond(bruno, 'accept');
  const stream = await goLive(opened, ada);
  const fan = await subscriberOf(ada);
  const [studio, viewer] = [await openSocket(testHost, ada.token), await openSocket(testHost, fan.token)];
  await viewer.emit('stream/joined', { streamId: stream._id });
  await respond(bruno, 'refuse');
  await eventually(() => {
    for (const socket of [studio, viewer]) expect(socket.received('stream/people-changed')).toMatchObject([{ streamId: stream._id }]);
  });
  expect(await consents(ada)).toEqual(['withdrawn']);
  expect((await consentNotifications(ada))[0]).toBe('withdrew consent to appear in your live stream. Keep them off camera and off mic.');
  expect(await visibleParticipants(fan, stream._id)).toEqual([]);
  studio.close();
  viewer.close();
});

test('a person who says that it is not them is removed, and cannot be named in this show again', async () => {
  const [ada, bruno] = await signUpTwo();
  await namePeople(ada, { participantIds: [bruno.id] });
  await respond(bruno, 'not-me');
  expect((await mine(ada)).people).toEqual([]);
  expect((await namePeople(ada, { participantIds: [bruno.id] })).errorBody.error).toBe('person_not_shown');
  expect((await start(ada)).status).toBe(200);
});

/** Ends a recorded show. Returns the id of the recording. */
async function endRecordedShow(ada: Person, { _id: streamId, sessionId }: { _id: string; sessionId: string }): Promise<string> {
  opened.live.recording = { path: await videoFile({ length_s: 1 }), duration_s: 1 };
  await endShow(testHost, ada, streamId);
  return recordingOf(testHost, ada, sessionId);
}

/** A recorded show with these people, and its video. */
async function recordShow(ada: Person, others: { participantIds?: string[]; releaseIds?: string[] }, during?: () => Promise<unknown>) {
  await testHost.call('PUT /streaming/update', { body: { isRecording: true } }, { token: ada.token });
  const stream = await goLive(opened, ada, { title: 'Kept' });
  await namePeople(ada, others);
  await during?.();
  return { stream, videoId: await endRecordedShow(ada, stream) };
}
const video = async (ada: Person, id: string) =>
  (await testHost.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }, { token: ada.token })).data;
async function convert(id: string) {
  const [file] = await testHost.ctx.db
    .select({ id: files.id })
    .from(videos)
    .innerJoin(files, eq(files.id, videos.fileId))
    .where(eq(videos.itemId, id));
  await runJob(testHost, 'files/convert', { fileId: file?.id ?? '' });
}
async function publish(ada: Person, id: string) {
  await convert(id);
  const noFiles = { video: undefined, teaser: undefined, thumbnail: undefined };
  const body = { status: 'active', audience: 'public' } as const;
  await testHost.call('PUT /performer/performer-assets/videos/edit/:id', { params: { id }, files: noFiles, body }, { token: ada.token });
}

test('a recording names the same people, asks them again, and is unpublished when consent to the show is withdrawn', async () => {
  const [ada, bruno] = await signUpTwo();
  const { videoId } = await recordShow(ada, { participantIds: [bruno.id] }, () => respond(bruno, 'accept'));
  expect((await video(ada, videoId)).people).toMatchObject([{ person: { _id: bruno.id }, consent: 'asked' }]);
  expect((await consentNotifications(bruno))[0]).toBe('asked for your consent to be shown.');
  await respond(bruno, 'accept', 'video');
  await publish(ada, videoId);
  const seenByGuest = async () => (await testHost.call('GET /performer-assets/videos/:id', { params: { id: videoId } })).status;
  expect(await video(ada, videoId)).toMatchObject({ state: 'published', people: [{ consent: 'accepted' }] });
  expect(await seenByGuest()).toBe(200);
  await respond(bruno, 'refuse', 'show');
  expect(await consentNotifications(ada)).toContain('withdrew consent to appear in your live stream. The recording stays hidden.');
  expect(await video(ada, videoId)).toMatchObject({ state: 'consent-refused', people: [{ consent: 'withdrawn' }] });
  expect(await seenByGuest()).toBe(404);
});

test('ticket holders can watch a recording once everyone in it agrees to it', async () => {
  const [ada, bruno] = await signUpTwo();
  const fan = await signUpFan(testHost);
  await fillWallet(testHost, fan.id, 5_000n);
  const post = await scheduleShow(testHost, ada);
  expect((await buyTicket(testHost, fan, post._id)).status).toBe(200);
  await testHost.call('PUT /streaming/update', { body: { isRecording: true } }, { token: ada.token });
  const stream = await startScheduledShow(opened, ada, post);
  await namePeople(ada, { participantIds: [bruno.id] });
  await respond(bruno, 'accept');
  testHost.clock.advance({ minutes: 20 });
  const videoId = await endRecordedShow(ada, stream);
  await convert(videoId);
  const watch = async () =>
    (await testHost.call('GET /performer-assets/videos/:id', { params: { id: videoId } }, { token: fan.token })).status;
  const offered = async () =>
    (await testHost.call('GET /user/feeds/:id', { params: { id: post._id } }, { token: fan.token })).data.tickets?.recording ?? null;
  expect([await watch(), await offered()]).toEqual([404, null]);
  await respond(bruno, 'accept', 'video');
  expect([await watch(), (await offered())?._id]).toEqual([200, videoId]);
});

test('a withdrawal during the show applies to its recording, and a person who was not in it is not named there', async () => {
  const [ada, bruno] = await signUpTwo();
  const vera = await signUpPerformer(testHost);
  const { videoId } = await recordShow(ada, { participantIds: [bruno.id, vera.id] }, async () => {
    await respond(bruno, 'accept');
    await respond(bruno, 'refuse');
    await respond(vera, 'not-me');
  });
  expect((await video(ada, videoId)).people).toMatchObject([{ person: { _id: bruno.id }, consent: 'withdrawn' }]);
});

test('a release counts for a show once it is approved, and its withdrawal is sent to the show', async () => {
  const [ada] = await signUpTwo();
  const documentFile = await sampleImage(64, 48);
  const { data: release } = await testHost.call(
    'POST /performer/releases',
    {
      files: { form: documentFile, identity: documentFile },
      body: { name: 'Mina Roth', dateOfBirth: '1990-05-01', signedOn: '2026-01-10' },
    },
    { token: ada.token },
  );
  const decide = (decision: 'approved' | 'withdrawn') =>
    testHost.call(
      'POST /admin/releases/:id/decide',
      { params: { id: release._id }, body: { decision, note: 'As asked.' } },
      { token: operator.token },
    );
  await namePeople(ada, { releaseIds: [release._id] });
  expect((await start(ada)).errorBody.error).toBe('consent_awaited');
  await decide('approved');
  const stream = await goLive(opened, ada);
  // Viewers do not see the names of releases.
  expect(await visibleParticipants(await subscriberOf(ada), stream._id)).toEqual([]);
  const studio = await openSocket(testHost, ada.token);
  await decide('withdrawn');
  await eventually(() => {
    expect(studio.received('stream/people-changed')).toHaveLength(1);
  });
  expect(await consents(ada)).toEqual(['withdrawn']);
  studio.close();
});

test('the record sheet of a show lists the people and their answers, and is only for operators', async () => {
  const [ada, bruno] = await signUpTwo();
  await namePeople(ada, { participantIds: [bruno.id] });
  await respond(bruno, 'accept');
  const { sessionId } = await goLive(opened, ada, { title: 'On record' });
  const read = (token: string) => testHost.call('GET /admin/items/:id/record', { params: { id: sessionId } }, { token });
  expect((await read(operator.token)).data).toMatchObject({
    kind: 'show',
    title: 'On record',
    state: null,
    consent: 'given',
    publisher: { person: { _id: ada.id } },
    people: [{ person: { _id: bruno.id }, consent: 'accepted', history: [{ event: 'asked' }, { event: 'accepted' }] }],
  });
  expect((await read(ada.token)).status).toBe(403);
  const log = await testHost.call('GET /admin/audit/search', { query: { action: 'records.read' } }, { token: operator.token });
  expect(log.data.data[0]).toMatchObject({ targetType: 'stream', targetId: sessionId });
});

test('people named in the post of a scheduled show are in it, and those of a show that never went live are in the next one', async () => {
  const [ada, bruno] = await signUpTwo();
  const post = await scheduleShow(testHost, ada, { participantIds: [bruno.id] });
  expect(post.state).toBe('awaiting-consent');
  await respond(bruno, 'accept', 'feed');
  const stream = await startScheduledShow(opened, ada, post);
  expect((await mine(ada)).people).toMatchObject([{ person: { _id: bruno.id }, consent: 'accepted' }]);
  await endShow(testHost, ada, stream._id);
  await namePeople(ada, { participantIds: [bruno.id] });
  await respond(bruno, 'accept');
  const withoutVideo = await startShow(testHost, ada);
  await endShow(testHost, ada, withoutVideo._id);
  expect(await consents(ada)).toEqual(['accepted']);
});

test('only performers name people, in their own show, and others do not see people before they agree', async () => {
  const [ada, bruno] = await signUpTwo();
  const fan = await signUpFan(testHost);
  await addFollow(testHost, fan, ada);
  await fillWallet(testHost, fan.id, 10_000n);
  expect((await namePeople(fan, { participantIds: [bruno.id] })).status).toBe(403);
  expect((await namePeople(ada, { participantIds: [fan.id] })).errorBody.error).toBe('performer_not_found');
  expect((await namePeople(ada, { releaseIds: [testHost.ctx.random.id()] })).errorBody.error).toBe('release_not_found');
  await namePeople(ada, { participantIds: [bruno.id] });
  const { data } = await testHost.call('GET /appearances', { query: {} }, { token: ada.token });
  expect(data.data).toEqual([]);
  const [shown] = await appearancesOf(bruno);
  const answer = await testHost.call(
    'POST /appearances/:id/answer',
    { params: { id: shown?._id ?? '' }, body: { answer: 'accept', version: 1 } },
    { token: ada.token },
  );
  expect(answer.errorBody.error).toBe('appearance_not_found');
  await respond(bruno, 'accept');
  await goLive(opened, ada);
  const { data: found } = await testHost.call('GET /streaming/user/search', { query: { performerId: ada.id } });
  expect(found.data[0]?.participants).toMatchObject([{ _id: bruno.id }]);
  await testHost.call('POST /block/users', { body: { targetId: fan.id, reason: '' } }, { token: bruno.token });
  const { data: blocked } = await testHost.call('GET /streaming/user/search', { query: { performerId: ada.id } }, { token: fan.token });
  expect(blocked.data[0]?.participants).toEqual([]);
});

test('a show can start once an account whose consent was awaited is erased', async () => {
  const [ada, bruno] = await signUpTwo();
  await namePeople(ada, { participantIds: [bruno.id] });
  expect((await start(ada)).errorBody.error).toBe('consent_awaited');
  await testHost.ctx.db.execute(`update appearances set person_id = null where person_id = '${bruno.id}'`);
  expect((await start(ada)).status).toBe(200);
});
