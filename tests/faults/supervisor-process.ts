/** A process that keeps a talkative child running, with the child's log in the folder of its argument. */
import { keepChild } from '../../bin/children';

const talk = `process.send('ready'); setInterval(() => console.log('a line of the child'), 5)`;
const child = keepChild({ name: 'talker', args: ['--eval', talk], env: process.env, logs: process.argv[2] ?? null });
await child.ready;
process.send?.('ready');
process.once('SIGTERM', () => void child.stop().then(() => process.exit(0)));
