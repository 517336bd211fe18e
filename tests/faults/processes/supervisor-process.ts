/** A supervisor of a child process that logs constantly. The argument is the folder for the child's log. */
import { superviseChild } from '../../../bin/children';

const script = `process.send('ready'); setInterval(() => console.log('a line of the child'), 5)`;
const child = superviseChild({ name: 'talker', args: ['--eval', script], env: process.env, logs: process.argv[2] ?? null });
await child.ready;
process.send?.('ready');
process.once('SIGTERM', () => void child.stop().then(() => process.exit(0)));
