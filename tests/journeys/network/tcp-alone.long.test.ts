/**
 * A viewer in a separate network that only allows TCP: they see in time why there is no video. With UDP, the same viewer sees the
 * show.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { fillWallet } from '../../kit/money/ledger';
import { itUnless } from '../../kit/timing/depth';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { expectMovingVideo, stageVideo } from '../../kit/browser/live-video';
import { openSite } from '../../kit/browser/site';
import { subscribeOrFail } from '../../kit/money/subscriptions';
import { openVisitor } from '../../kit/browser/visitor';

/** For a busy machine; src/realtime/live/keep-connected.ts defines how long a connection is tried before the viewer is notified. */
const noticeTimeout_ms = 60_000;
const network = `footlight${String(process.pid)}`;
const [outerAddress, innerAddress] = ['198.18.77.1', '198.18.77.2'];
const folder = mkdtempSync(join(tmpdir(), 'footlight-network-'));

const ip = (...args: string[]): boolean => spawnSync('ip', args).status === 0;
const runInside = (...args: string[]): boolean => ip('netns', 'exec', network, ...args);
/** An interface name has at most 15 characters: two letters and the process id fit. */
const [outerInterface, innerInterface] = [`vo${String(process.pid)}`, `vi${String(process.pid)}`];
const isNetworkCreated =
  ip('netns', 'add', network) &&
  ip('link', 'add', outerInterface, 'type', 'veth', 'peer', 'name', innerInterface, 'netns', network) &&
  ip('address', 'add', `${outerAddress}/24`, 'dev', outerInterface) &&
  ip('link', 'set', outerInterface, 'up') &&
  runInside('ip', 'link', 'set', 'lo', 'up') &&
  runInside('ip', 'address', 'add', `${innerAddress}/24`, 'dev', innerInterface) &&
  runInside('ip', 'link', 'set', innerInterface, 'up');
/** Drops all UDP packets from inside the network, as a firewall does. */
const closeUdp = (): boolean => runInside('ip', 'rule', 'add', 'ipproto', 'udp', 'priority', '1', 'blackhole');

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of cleanups.reverse()) await close();
  ip('link', 'delete', outerInterface);
  ip('netns', 'delete', network);
  rmSync(folder, { recursive: true, force: true });
});

/** Forwards TCP from the network's loopback interface to that of this machine, through the pair of interfaces. */
async function forwardTcp(port: number): Promise<void> {
  const server: Server = createServer((socket) => {
    const target = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [socket, target],
      [target, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  }).listen(port, outerAddress);
  // A server that listens on all addresses already listens on this one.
  await once(server, 'listening').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
  });
  const relay = `require('net').createServer(s=>{const o=require('net').connect(${String(port)},'${outerAddress}');for(const[a,b]of[[s,o],[o,s]])a.on('error',()=>b.destroy()).pipe(b)}).listen(${String(port)},'127.0.0.1',()=>console.log('ready'))`;
  const child: ChildProcess = spawn('ip', ['netns', 'exec', network, process.execPath, '-e', relay], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout) await once(child.stdout, 'data');
  cleanups.push(
    () => child.kill('SIGKILL'),
    () => server.close(),
  );
}

/** A browser whose processes all run inside the network. */
async function openInnerBrowser(): Promise<Browser> {
  const program = join(folder, 'chromium');
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${network} ${process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'} "$@"\n`);
  chmodSync(program, 0o755);
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  cleanups.push(() => browser.close());
  return browser;
}

itUnless(
  isNetworkCreated ? null : 'this user cannot create network namespaces',
  'a viewer with TCP only sees why there is no video, and with UDP sees the video',
  async () => {
    const site = await openSite({ LIVE_PUBLIC_IP: outerAddress }, { hasLive: true });
    cleanups.push(() => site.close());
    const { testHost } = site;
    for (const address of [site.url, testHost.url]) await forwardTcp(Number(new URL(address).port));
    const [ada, finn] = [await signUpPerformer(testHost, 'ada'), await signUpFan(testHost, 'finn')];
    await fillWallet(testHost, finn.id, 20_000n);
    await subscribeOrFail(testHost, finn, ada, { source: 'wallet' });
    const performer = await openVisitor(site, 'phone', { token: ada.token });
    await performer.context.grantPermissions(['camera', 'microphone']);
    await performer.open('/creator/live');
    await performer.fill('Title', 'Evening songs');
    await performer.press('Go live');
    await performer.page.getByText('LIVE', { exact: true }).waitFor();

    const browser = await openInnerBrowser();
    const fan = await openVisitor({ ...site, browser }, 'phone', { token: finn.token });
    await fan.open(`/live/${ada.username}`);
    await expectMovingVideo(fan, stageVideo);
    await fan.page.goto('about:blank');

    expect(closeUdp()).toBe(true);
    const start_ms = performance.now();
    await fan.page.goto(`${site.url}/live/${ada.username}`, { waitUntil: 'commit' });
    await fan.page.getByText(/^Your network blocks live video/).waitFor({ timeout: noticeTimeout_ms });
    process.stdout.write(`The notice appeared ${((performance.now() - start_ms) / 1000).toFixed(1)} s after the page was requested.\n`);
    await fan.fill('Message', 'I hear nothing');
    await fan.page.keyboard.press('Enter');
    await performer.page.getByRole('log', { name: 'Chat history' }).getByText('I hear nothing').waitFor();
    await performer.context.close();
    await fan.context.close();
  },
);
