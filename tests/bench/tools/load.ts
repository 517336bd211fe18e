/** Requests per second of addresses to compare, measured alternately, so that other load on the machine affects all of them. */
import autocannon from 'autocannon';
import { median } from './rows';

const connections = 50;
const round_s = 6;
const warmUp_s = 3;
const rounds = 3;

export interface Address {
  url: string;
  headers?: Record<string, string>;
}

/**
 * Successful responses per second of each address, the median of its rounds. An overloaded host rejects some requests; those are
 * not counted, and if most are rejected there is nothing to compare.
 */
export async function requestsPerSecond(addresses: readonly Address[]): Promise<number[]> {
  for (const address of addresses) await autocannon({ ...address, connections, duration: warmUp_s });
  const ratesByAddress = addresses.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, address] of addresses.entries()) {
      const result = await autocannon({ ...address, connections, duration: round_s });
      if (result['2xx'] <= result.non2xx)
        throw new Error(`${address.url} rejected ${String(result.non2xx)} of ${String(result.requests.total)} requests`);
      ratesByAddress[index]?.push(result['2xx'] / result.duration);
    }
  }
  return ratesByAddress.map(median);
}

const lightLoadConnections = 4;
const requestCount = 1_000;

/** The 95th percentile of the response time in milliseconds, alternating between the addresses, on a host below its capacity. */
export async function p95Of(addresses: string[]): Promise<number> {
  const times_ms: number[] = [];
  const sendRequest = async (index: number): Promise<void> => {
    const url = addresses[index % addresses.length] ?? '';
    const start_ms = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
    times_ms.push(performance.now() - start_ms);
  };
  for (let warmUp = 0; warmUp < addresses.length * 20; warmUp += 1) await sendRequest(warmUp);
  times_ms.length = 0;
  let next = 0;
  const clients = Array.from({ length: lightLoadConnections }, async () => {
    while (next < requestCount) await sendRequest(next++);
  });
  await Promise.all(clients);
  return times_ms.sort((a, b) => a - b)[Math.floor(times_ms.length * 0.95)] ?? Infinity;
}
