/** The chat of a show: how fast it reaches a crowd, and whether the page of one who watches keeps up with it. */
import { ensureBuild } from '../../../bin/build';
import { openDatabases } from '../../kit/setup/database.setup';
import closeDatabases from '../../kit/setup/database.teardown';
import { chatFanOut } from '../chat-fan-out';
import { chatFrames } from '../chat-frames';
import type { Row } from '../rows';

/** Measures it on databases that are kept as carefully as a site's; every figure is given to `measured` at once. */
export async function chatFigures(measured: (figure: Row) => void): Promise<void> {
  await ensureBuild(process.env);
  await openDatabases({});
  try {
    for (const figure of await chatFanOut()) measured(figure);
    for (const figure of await chatFrames()) measured(figure);
  } finally {
    await closeDatabases();
  }
}
