/**
 * The reference for the chat of a show: a bare socket.io server that broadcasts what is posted to it, one by one at `/one` and in
 * the API server's batches at `/batched`, and stores nothing. The first argument is a sample event.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Server } from 'socket.io';
import type { Stamped } from '@contract/kernel/events';
import { realRandom } from '../../../server/kernel/random';
import { batchMessages } from '../../../server/platform/realtime/batches';

type MessageEvent = Stamped<'stream/message-created'>;

const [sample = '', port = ''] = process.argv.slice(2);
const event = JSON.parse(sample) as MessageEvent;
const [message] = event.messages;
if (message === undefined) throw new Error('the event holds no message');
const http = createServer((request, response) => {
  void text(request).then((body) => {
    const { text: messageText, clientKey } = JSON.parse(body) as { text: string; clientKey: string };
    const payload: MessageEvent = { ...event, eventId: realRandom.id(), messages: [{ ...message, text: messageText, clientKey }] };
    if (request.url === '/one') io.to('show').emit('stream/message-created', payload);
    else batches.add(['show'], payload as unknown as Parameters<typeof batches.add>[1]);
    response.end('{}');
  });
});
const io = new Server(http, { serveClient: false });
const batches = batchMessages((rooms, payload) => io.to(rooms).emit('stream/message-created', payload));
io.on('connection', (socket) => void socket.join('show'));
http.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
