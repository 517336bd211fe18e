/**
 * The page of a fan who watches a show, with and without a busy chat: its frame rate, and its dropped video frames. Uses a real
 * browser; the video comes from a separate process, so that no second page uses the processor.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Stamped } from '@contract/kernel/events';
import { publishAll } from '../../../server/platform/outbox/publish';
import { bundle } from '../../kit/processes/bundle';
import { openSocket } from '../../kit/host/test-socket';
import { eventually } from '../../kit/timing/eventually';
import { clipFiles, makeClip } from '../../kit/live/clip';
import { startLiveClients, type LiveClientProcess } from '../../kit/live/live-clients';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { addSubscription } from '../../kit/content/posts';
import { expectMovingVideo, stageVideo } from '../../kit/browser/live-video';
import { startShow } from '../../kit/live/shows';
import { openSite, type Site } from '../../kit/browser/site';
import { openVisitor, type Visitor } from '../../kit/browser/visitor';
import type { TestHost } from '../../kit/host/test-host';
import type { Row } from '../tools/rows';

const perSecond = 500;
const measured_ms = 10_000;
const step_ms = 50;
const rounds = 2;
const clip_s = 8;
const arrivalTimeout_ms = 20_000;
const required = { share: 0.9, gap_ms: 250 };

type Account = Awaited<ReturnType<typeof signUpFan>>;
type Show = Awaited<ReturnType<typeof startShow>>;
type Message = Stamped<'stream/message-created'>['messages'][number];

/** What a page rendered during a measurement. */
interface RenderStats {
  framesPerSecond: number;
  longestGap_ms: number;
  videoFrames: number;
  droppedVideoFrames: number;
}

/** Starts a show whose video comes from a process, as from an encoder. */
async function startVideoShow({ testHost }: Site, clients: LiveClientProcess, performer: Account): Promise<Show> {
  const folder = testHost.ctx.config.dataDir;
  await makeClip(folder, clip_s);
  const show = await startShow(testHost, performer);
  const body = { streamId: show._id, role: 'publisher' as const };
  const { data: credentials } = await testHost.call('POST /streaming/agora/token', { body }, { token: performer.token });
  await clients.join({ files: clipFiles(folder) }, async (sdp) => {
    const { data } = await testHost.call('POST /streaming/whip/:streamId', { params: { streamId: show._id }, sdp }, credentials);
    return data.sdp;
  });
  return show;
}

/** A chat message of the fan, as it arrives by the socket. */
async function sampleOf(testHost: TestHost, fan: Account, show: Show): Promise<Message> {
  const socket = await openSocket(testHost, fan.token);
  try {
    await socket.emit('stream/joined', { streamId: show._id });
    const text = 'This song is the one that I hoped for tonight';
    await testHost.call('POST /messages/stream/:id', { params: { id: show.conversationId }, body: { text } }, { token: fan.token });
    return await eventually(() => {
      const [message] = socket.received('stream/message-created').flatMap(({ messages }) => messages);
      if (!message) throw new Error('no message was received');
      return message;
    });
  } finally {
    socket.close();
  }
}

/** Publishes chat messages at a steady rate, in the same way as the API server; returns the last text. */
async function sendChat({ ctx }: TestHost, { _id: streamId, conversationId }: Show, sample: Message): Promise<string> {
  const start_ms = performance.now();
  const messageCount = (perSecond * measured_ms) / 1000;
  let lastMessage = sample;
  for (let sent = 0; sent < messageCount;) {
    const due = Math.min(messageCount, Math.ceil(((performance.now() - start_ms) * perSecond) / 1000));
    const events = [];
    for (; sent < due; sent += 1) {
      const sender = { ...sample.sender, _id: ctx.random.id(), name: `Fan ${String(sent)}` };
      lastMessage = { ...sample, _id: ctx.random.id(), clientKey: null, sender, text: `${sample.text}, ${ctx.random.id()}` };
      events.push({ rooms: [`stream:${streamId}`] as const, payload: { streamId, conversationId, messages: [lastMessage] } });
    }
    await publishAll(ctx, 'stream/message-created', events);
    await pause(step_ms);
  }
  return lastMessage.text;
}

/** Counts the page's frames and the frames of its video during the measurement. */
const measureRendering = (page: Page): Promise<RenderStats> =>
  page.evaluate(
    async ({ selector, length_ms }) => {
      const video = document.querySelector<HTMLVideoElement>(selector);
      if (!video) throw new Error('there is no video');
      const before = video.getVideoPlaybackQuality();
      const start_ms = await new Promise(requestAnimationFrame);
      let [lastFrame_ms, frames, longestGap_ms] = [start_ms, 0, 0];
      while (lastFrame_ms - start_ms < length_ms) {
        const at = await new Promise(requestAnimationFrame);
        longestGap_ms = Math.max(longestGap_ms, at - lastFrame_ms);
        frames += 1;
        lastFrame_ms = at;
      }
      const after = video.getVideoPlaybackQuality();
      return {
        framesPerSecond: (frames * 1000) / (lastFrame_ms - start_ms),
        longestGap_ms,
        videoFrames: after.totalVideoFrames - before.totalVideoFrames,
        droppedVideoFrames: after.droppedVideoFrames - before.droppedVideoFrames,
      };
    },
    { selector: stageVideo, length_ms: measured_ms },
  );

async function measureDuringChat(testHost: TestHost, fan: Visitor, show: Show, sample: Message): Promise<RenderStats> {
  const [stats, lastText] = await Promise.all([measureRendering(fan.page), sendChat(testHost, show, sample)]);
  // Events that did not reach the page cost it nothing.
  await fan.page.getByRole('log', { name: 'Chat history' }).getByText(lastText).waitFor({ timeout: arrivalTimeout_ms });
  return stats;
}

const combined = (first: RenderStats, second: RenderStats): RenderStats => ({
  framesPerSecond: (first.framesPerSecond + second.framesPerSecond) / 2,
  longestGap_ms: Math.max(first.longestGap_ms, second.longestGap_ms),
  videoFrames: first.videoFrames + second.videoFrames,
  droppedVideoFrames: first.droppedVideoFrames + second.droppedVideoFrames,
});

async function measure(site: Site, clients: LiveClientProcess): Promise<{ withoutChat: RenderStats; withChat: RenderStats }> {
  const { testHost } = site;
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await addSubscription(testHost, fan, performer);
  const show = await startVideoShow(site, clients, performer);
  const visitor = await openVisitor(site, 'desktop', { token: fan.token });
  await visitor.open(`/live/${performer.username}`);
  await expectMovingVideo(visitor, stageVideo);
  const sample = await sampleOf(testHost, fan, show);
  const withoutChat: RenderStats[] = [];
  const withChat: RenderStats[] = [];
  for (let round = 0; round < rounds; round += 1) {
    withoutChat.push(await measureRendering(visitor.page));
    withChat.push(await measureDuringChat(testHost, visitor, show, sample));
  }
  return { withoutChat: withoutChat.reduce(combined), withChat: withChat.reduce(combined) };
}

const droppedShareOf = ({ droppedVideoFrames, videoFrames }: RenderStats): number => droppedVideoFrames / Math.max(1, videoFrames);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Measures the page of a show with and without chat in one run; needs the built site and the databases. */
export async function chatFrames(): Promise<Row[]> {
  const site = await openSite({}, { hasLive: true });
  const clients = await startLiveClients(bundle('tests/faults/processes/live-people-process.ts'));
  try {
    const { withoutChat, withChat } = await measure(site, clients);
    const share = withChat.framesPerSecond / withoutChat.framesPerSecond;
    const busyWith = `${String(perSecond)} messages a second in the chat`;
    return [
      {
        what: `live: frames of the page with ${busyWith}`,
        measured: `${withChat.framesPerSecond.toFixed(1)}/s, ${share.toFixed(2)} of it; longest gap ${withChat.longestGap_ms.toFixed(0)} ms`,
        target: `≥ ${String(required.share)}, gap < ${String(required.gap_ms)} ms`,
        isReached: share >= required.share && withChat.longestGap_ms < required.gap_ms,
        reference: `same page without chat: ${withoutChat.framesPerSecond.toFixed(1)}/s, longest gap ${withoutChat.longestGap_ms.toFixed(0)} ms`,
      },
      {
        what: `live: pictures dropped with ${busyWith}`,
        measured: `${percent(droppedShareOf(withChat))} of ${String(withChat.videoFrames)}`,
        target: '≤ 2 % more',
        isReached: droppedShareOf(withChat) <= droppedShareOf(withoutChat) + 0.02 && withChat.videoFrames > 0,
        reference: `same page without chat: ${percent(droppedShareOf(withoutChat))} of ${String(withoutChat.videoFrames)}`,
      },
    ];
  } finally {
    await clients.close();
    await site.close();
  }
}
