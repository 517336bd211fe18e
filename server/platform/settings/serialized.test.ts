/** Serialized calls. */
import { serialized } from './serialized';

test('serialized calls run in order, and a failure does not block later ones', async () => {
  const waiting: (() => void)[] = [];
  const log: number[] = [];
  let begun = 0;
  const reload = serialized(async () => {
    const number = (begun += 1);
    await new Promise<void>((go) => waiting.push(go));
    if (number === 1) throw new Error('away');
    log.push(number);
  });
  const [first, second, third] = [reload(), reload(), reload()];
  await Promise.resolve();
  expect(begun).toBe(1);
  waiting.shift()?.();
  await expect(first).rejects.toThrow('away');
  while (begun < 2) await Promise.resolve();
  waiting.shift()?.();
  await second;
  while (begun < 3) await Promise.resolve();
  waiting.shift()?.();
  await third;
  expect(log).toEqual([2, 3]);
});
