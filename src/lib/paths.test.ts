import { withParameters } from './paths';

describe('withParameters', () => {
  it.each([
    ['/ada', { tip: '5' }, '/ada?tip=5'],
    ['/ada?tab=videos#top', { tip: '' }, '/ada?tab=videos&tip='],
    ['/ada?tip=5&tab=videos', { tip: null, subscribe: 'yearly' }, '/ada?tab=videos&subscribe=yearly'],
    ['/ada?tip=5', { tip: null }, '/ada'],
    ['/search?q=why?', { type: 'photo' }, '/search?q=why%3F&type=photo'],
  ])('%s with %j', (path, changes, expected) => {
    expect(withParameters(path, changes)).toBe(expected);
  });
});
