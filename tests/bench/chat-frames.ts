/**
 * The page of a fan who watches a show, without chat and while much is said: how often it is drawn, and what becomes of its
 * pictures. A real browser; the pictures come from a process, so that no second page takes the processor.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Stamped } from '@contract/kernel/events';
import { publishAll } from '../../server/platform/outbox/publish';
import { bundled } from '../kit/processes/bundle';
import { listenAs } from '../support/ear';
import { eventually } from '../kit/timing/eventually';
import { clipFiles, makeClip } from '../kit/live/clip';
import { openPeople, type PeopleProcess } from '../kit/live/live-clients';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { letSubscribe } from '../support/posts';
import { seesMoving } from '../kit/browser/live-video';
import { startShow } from '../kit/live/shows';
import { openSite, type Site } from '../kit/browser/site';
import { openVisitor, type Visitor } from '../support/visitor';
import type { World } from '../kit/host/test-host';
import type { Row } from './rows';

const perSecond = 500;
const measured_ms = 10_000;
const step_ms = 50;
const turns = 2;
const clip_s = 8;
const patience_ms = 20_000;
const stage = '[aria-label^="Live picture of"] video';
const wanted = { share: 0.9, gap_ms: 250 };

type Somebody = Awaited<ReturnType<typeof signUpFan>>;
type Show = Awaited<ReturnType<typeof startShow>>;
type Message = Stamped<'stream/message-created'>['messages'][number];

/** What a page did in a while. */
interface Drawn {
  perSecond: number;
  longest_ms: number;
  pictures: number;
  dropped: number;
}

/** Starts a show whose pictures come from a process, as from an encoder. */
async function bringPictures({ world }: Site, people: PeopleProcess, performer: Somebody): Promise<Show> {
  const folder = world.ctx.config.dataDir;
  await makeClip(folder, clip_s);
  const show = await startShow(world, performer);
  const body = { streamId: show._id, role: 'publisher' as const };
  const { data: credentials } = await world.call('POST /streaming/agora/token', { body }, { token: performer.token });
  await people.enter({ files: clipFiles(folder) }, async (sdp) => {
    const { data } = await world.call('POST /streaming/whip/:streamId', { params: { streamId: show._id }, sdp }, credentials);
    return data.sdp;
  });
  return show;
}

/** Something that the fan has said in the show, as it comes by the socket. */
async function sampleOf(world: World, fan: Somebody, show: Show): Promise<Message> {
  const ear = await listenAs(world, fan.token);
  try {
    await ear.say('stream/joined', { streamId: show._id });
    const text = 'This song is the one that I hoped for tonight';
    await world.call('POST /messages/stream/:id', { params: { id: show.conversationId }, body: { text } }, { token: fan.token });
    return await eventually(() => {
      const [message] = ear.heard('stream/message-created').flatMap(({ messages }) => messages);
      if (!message) throw new Error('nothing was heard');
      return message;
    });
  } finally {
    ear.close();
  }
}

/** Says as much as is measured, at a steady pace, the way that the host tells a show what is said in it; answers the last words. */
async function talk({ ctx }: World, { _id: streamId, conversationId }: Show, sample: Message): Promise<string> {
  const begun = performance.now();
  const all = (perSecond * measured_ms) / 1000;
  let last = sample;
  for (let said = 0; said < all;) {
    const due = Math.min(all, Math.ceil(((performance.now() - begun) * perSecond) / 1000));
    const events = [];
    for (; said < due; said += 1) {
      const sender = { ...sample.sender, _id: ctx.chance.id(), name: `Fan ${String(said)}` };
      last = { ...sample, _id: ctx.chance.id(), clientKey: null, sender, text: `${sample.text}, ${ctx.chance.id()}` };
      events.push({ rooms: [`stream:${streamId}`] as const, payload: { streamId, conversationId, messages: [last] } });
    }
    await publishAll(ctx, 'stream/message-created', events);
    await pause(step_ms);
  }
  return last.text;
}

/** Counts the page's frames and the pictures of its video for so long. */
const drawnIn = (page: Page): Promise<Drawn> =>
  page.evaluate(
    async ({ selector, length_ms }) => {
      const video = document.querySelector<HTMLVideoElement>(selector);
      if (!video) throw new Error('there is no picture');
      const before = video.getVideoPlaybackQuality();
      const begun = await new Promise(requestAnimationFrame);
      let [last, frames, longest_ms] = [begun, 0, 0];
      while (last - begun < length_ms) {
        const at = await new Promise(requestAnimationFrame);
        longest_ms = Math.max(longest_ms, at - last);
        frames += 1;
        last = at;
      }
      const after = video.getVideoPlaybackQuality();
      return {
        perSecond: (frames * 1000) / (last - begun),
        longest_ms,
        pictures: after.totalVideoFrames - before.totalVideoFrames,
        dropped: after.droppedVideoFrames - before.droppedVideoFrames,
      };
    },
    { selector: stage, length_ms: measured_ms },
  );

async function drawnWhileTalking(world: World, fan: Visitor, show: Show, sample: Message): Promise<Drawn> {
  const [drawn, words] = await Promise.all([drawnIn(fan.page), talk(world, show, sample)]);
  // What never came to the page has cost it nothing.
  await fan.page.getByRole('log', { name: 'Messages of the chat' }).getByText(words).waitFor({ timeout: patience_ms });
  return drawn;
}

const both = (one: Drawn, other: Drawn): Drawn => ({
  perSecond: (one.perSecond + other.perSecond) / 2,
  longest_ms: Math.max(one.longest_ms, other.longest_ms),
  pictures: one.pictures + other.pictures,
  dropped: one.dropped + other.dropped,
});

async function measure(site: Site, people: PeopleProcess): Promise<{ quiet: Drawn; busy: Drawn }> {
  const { world } = site;
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  await letSubscribe(world, fan, performer);
  const show = await bringPictures(site, people, performer);
  const visitor = await openVisitor(site, 'desktop', { token: fan.token });
  await visitor.open(`/live/${performer.username}`);
  await seesMoving(visitor, stage);
  const sample = await sampleOf(world, fan, show);
  const quiet: Drawn[] = [];
  const busy: Drawn[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(await drawnIn(visitor.page));
    busy.push(await drawnWhileTalking(world, visitor, show, sample));
  }
  return { quiet: quiet.reduce(both), busy: busy.reduce(both) };
}

const droppedOf = ({ dropped, pictures }: Drawn): number => dropped / Math.max(1, pictures);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The page of a show with and without chat in one run; needs the site that was built and the databases. */
export async function chatFrames(): Promise<Row[]> {
  const site = await openSite({}, { hasLive: true });
  const people = await openPeople(bundled('tests/faults/live-people-process.ts'));
  try {
    const { quiet, busy } = await measure(site, people);
    const share = busy.perSecond / quiet.perSecond;
    const busyWith = `${String(perSecond)} messages a second in the chat`;
    return [
      {
        what: `live: frames of the page with ${busyWith}`,
        measured: `${busy.perSecond.toFixed(1)}/s, ${share.toFixed(2)} of it; longest gap ${busy.longest_ms.toFixed(0)} ms`,
        reach: `≥ ${String(wanted.share)}, gap < ${String(wanted.gap_ms)} ms`,
        holds: share >= wanted.share && busy.longest_ms < wanted.gap_ms,
        reference: `same page without chat: ${quiet.perSecond.toFixed(1)}/s, longest gap ${quiet.longest_ms.toFixed(0)} ms`,
      },
      {
        what: `live: pictures dropped with ${busyWith}`,
        measured: `${percent(droppedOf(busy))} of ${String(busy.pictures)}`,
        reach: '≤ 2 % more',
        holds: droppedOf(busy) <= droppedOf(quiet) + 0.02 && busy.pictures > 0,
        reference: `same page without chat: ${percent(droppedOf(quiet))} of ${String(quiet.pictures)}`,
      },
    ];
  } finally {
    await people.close();
    await site.close();
  }
}
