/** Loading on first use. */
import { lazy } from './lazy';

it('loads once, also for concurrent calls', async () => {
  let loads = 0;
  const load = lazy(() => Promise.resolve((loads += 1)));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

it('rejects concurrent calls on a failure and retries on the next call', async () => {
  const outcomes = [() => Promise.reject(new Error('disk unavailable')), () => Promise.resolve('loaded')];
  const load = lazy(() => outcomes.shift()?.() ?? Promise.reject(new Error('called too often')));
  const waiting = [load(), load()];
  for (const call of waiting) await expect(call).rejects.toThrow('disk unavailable');
  expect(await load()).toBe('loaded');
});
