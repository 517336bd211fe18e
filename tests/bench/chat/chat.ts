/** The chat of a show: how fast messages reach many sockets, and whether the page of a viewer keeps its frame rate. */
import { ensureBuild } from '../../../bin/build';
import { openDatabases } from '../../kit/setup/database.setup';
import closeDatabases from '../../kit/setup/database.teardown';
import { chatFanOut } from './chat-fan-out';
import { chatFrames } from './chat-frames';
import type { Row } from '../tools/rows';

/** Measures the chat with databases as durable as those of a site; passes each figure to `report` when it is known. */
export async function chatFigures(report: (figure: Row) => void): Promise<void> {
  await ensureBuild(process.env);
  await openDatabases({});
  try {
    for (const figure of await chatFanOut()) report(figure);
    for (const figure of await chatFrames()) report(figure);
  } finally {
    await closeDatabases();
  }
}
