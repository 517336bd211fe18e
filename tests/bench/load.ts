/** Requests per second of addresses that are compared: measured in turns, so that what else the machine does meets all alike. */
import autocannon from 'autocannon';

const connections = 50;
const round_s = 6;
const warmUp_s = 3;
const rounds = 3;

/** Requests per second of each address, the middle of its rounds. Refuses when an address answers anything but 2xx. */
export async function requestsPerSecond(addresses: string[]): Promise<number[]> {
  for (const url of addresses) await autocannon({ url, connections, duration: warmUp_s });
  const measured = addresses.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, url] of addresses.entries()) {
      const result = await autocannon({ url, connections, duration: round_s });
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${url} answered ${String(result.non2xx)} times with a refusal and failed ${String(result.errors)} times`);
      measured[index]?.push(result.requests.average);
    }
  }
  return measured.map((figures) => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0);
}
