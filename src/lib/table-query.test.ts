import { addressOf, tableQueryOf, windowOf } from './table-query';

const defaults = { current: 1, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' };

describe('the place in a table', () => {
  it('stands at the defaults in an empty address', () => {
    expect(tableQueryOf({}, ['name'])).toEqual(defaults);
  });
  it('is read from the address', () => {
    expect(tableQueryOf({ current: '3', pageSize: '25', sortBy: 'name', sort: 'asc' }, ['name'])).toEqual({
      current: 3,
      pageSize: 25,
      sortBy: 'name',
      sort: 'asc',
    });
  });
  it.each([
    [{ current: '0', pageSize: '-5', sortBy: 'password', sort: 'sideways' }],
    [{ current: '1e9', pageSize: '1000', sort: 'ASC' }],
    [{ current: 'NaN', pageSize: '', sortBy: '__proto__' }],
    [{ current: ['x', '2'] }],
  ])('falls back without a word from %j', (address) => {
    expect(tableQueryOf(address, ['name'])).toEqual(defaults);
  });
  it('never asks for rows deeper than the host gives', () => {
    expect(tableQueryOf({ current: '1001' }, []).current).toBe(1001);
    expect(tableQueryOf({ current: '1002' }, []).current).toBe(1);
  });
  it('leaves defaults out of the address and keeps the filters', () => {
    const query = { ...tableQueryOf({}, []), current: 2 };
    expect(addressOf(query, { status: 'active', q: '', current: '9' })).toEqual({ status: 'active', current: '2' });
  });
  it('comes back the same from the address that it wrote', () => {
    const query = { current: 4, pageSize: 50, sortBy: 'name', sort: 'asc' } as const;
    expect(tableQueryOf(addressOf(query), ['name'])).toEqual(query);
  });
  it('becomes rows to skip and rows to take', () => {
    expect(windowOf({ current: 3, pageSize: 25, sortBy: 'name', sort: 'asc' })).toEqual({
      limit: 25,
      offset: 50,
      sortBy: 'name',
      sort: 'asc',
    });
  });
});
