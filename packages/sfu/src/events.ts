/** The engine's event stream: newline-delimited JSON to every listener. */
import type { ServerResponse } from 'node:http';
import { sfuLimits } from './limits';
import { keepAlive_ms } from './wire';
import type { EventLine } from './wire';

export class EventStream {
  private readonly listeners = new Set<ServerResponse>();
  private readonly keepAlive = setInterval(() => this.emit({ type: 'alive' }), keepAlive_ms);

  constructor(private readonly run: string) {}

  /** Responds with the stream. Returns false when there are too many listeners. */
  open(response: ServerResponse): boolean {
    if (this.listeners.size >= sfuLimits.eventListeners) return false;
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
    this.listeners.add(response);
    response.on('close', () => this.listeners.delete(response));
    this.write(response, { type: 'hello', run: this.run });
    return true;
  }

  emit(event: EventLine): void {
    for (const listener of this.listeners) this.write(listener, event);
  }

  close(): void {
    clearInterval(this.keepAlive);
    for (const listener of this.listeners) listener.end();
  }

  private write(listener: ServerResponse, event: EventLine): void {
    listener.write(`${JSON.stringify(event)}\n`);
    if (listener.writableLength > sfuLimits.eventBacklog_bytes) listener.destroy();
  }
}
