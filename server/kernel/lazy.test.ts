/** What is loaded when it is first asked for. */
import { lazy } from './lazy';

it('loads once for all who ask, also at once', async () => {
  let loads = 0;
  const thing = lazy(() => Promise.resolve((loads += 1)));
  expect(await Promise.all([thing(), thing()])).toEqual([1, 1]);
  expect(await thing()).toBe(1);
});

it('tells a failure to those who waited and tries again for the next', async () => {
  const outcomes = [() => Promise.reject(new Error('the disk was away')), () => Promise.resolve('here')];
  const thing = lazy(() => outcomes.shift()?.() ?? Promise.reject(new Error('asked too often')));
  const waiting = [thing(), thing()];
  for (const one of waiting) await expect(one).rejects.toThrow('the disk was away');
  expect(await thing()).toBe('here');
});
