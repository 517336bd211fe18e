/** Requests per second of addresses that are compared: measured in turns, so that what else the machine does meets all alike. */
import autocannon from 'autocannon';
import { middleOf } from '../rows';

const connections = 50;
const round_s = 6;
const warmUp_s = 3;
const rounds = 3;

export interface Address {
  url: string;
  headers?: Record<string, string>;
}

/**
 * Successful answers per second of each address, the middle of its rounds. A host under pressure refuses some requests; those
 * count for nothing, and when most are refused there is nothing to compare.
 */
export async function requestsPerSecond(addresses: readonly Address[]): Promise<number[]> {
  for (const address of addresses) await autocannon({ ...address, connections, duration: warmUp_s });
  const measured = addresses.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, address] of addresses.entries()) {
      const result = await autocannon({ ...address, connections, duration: round_s });
      if (result['2xx'] <= result.non2xx)
        throw new Error(`${address.url} refused ${String(result.non2xx)} of ${String(result.requests.total)} requests`);
      measured[index]?.push(result['2xx'] / result.duration);
    }
  }
  return measured.map(middleOf);
}

const quietConnections = 4;
const answersWanted = 1_000;

/** The time in milliseconds within which 95 of 100 answers came, over all addresses in turns, on a host that is not at its limit. */
export async function p95Of(addresses: string[]): Promise<number> {
  const times_ms: number[] = [];
  const ask = async (index: number): Promise<void> => {
    const url = addresses[index % addresses.length] ?? '';
    const begun = performance.now();
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${String(answer.status)}`);
    times_ms.push(performance.now() - begun);
  };
  for (let warmUp = 0; warmUp < addresses.length * 20; warmUp += 1) await ask(warmUp);
  times_ms.length = 0;
  let next = 0;
  const askers = Array.from({ length: quietConnections }, async () => {
    while (next < answersWanted) await ask(next++);
  });
  await Promise.all(askers);
  return times_ms.sort((a, b) => a - b)[Math.floor(times_ms.length * 0.95)] ?? Infinity;
}
