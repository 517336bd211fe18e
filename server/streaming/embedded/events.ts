/** The engine's event stream: lines of JSON to whoever listens, as they come. */
import type { ServerResponse } from 'node:http';
import { liveLimits } from './limits';
import { alive_ms } from './wire';
import type { EventLine } from './wire';

export class EventStream {
  private readonly listeners = new Set<ServerResponse>();
  private readonly pulse = setInterval(() => this.tell({ type: 'alive' }), alive_ms);

  constructor(private readonly run: string) {}

  /** Answers with the stream; false when too many listen. */
  open(response: ServerResponse): boolean {
    if (this.listeners.size >= liveLimits.eventListeners) return false;
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
    this.listeners.add(response);
    response.on('close', () => this.listeners.delete(response));
    this.write(response, { type: 'hello', run: this.run });
    return true;
  }

  tell(line: EventLine): void {
    for (const listener of this.listeners) this.write(listener, line);
  }

  close(): void {
    clearInterval(this.pulse);
    for (const listener of this.listeners) listener.end();
  }

  private write(listener: ServerResponse, line: EventLine): void {
    listener.write(`${JSON.stringify(line)}\n`);
    if (listener.writableLength > liveLimits.eventBacklog_bytes) listener.destroy();
  }
}
