import { urlQueryOf, tableQueryOf, rangeOf } from './table-query';

const defaults = { current: 1, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' };

describe('the state of a table', () => {
  it('has the defaults in an empty URL', () => {
    expect(tableQueryOf({}, ['name'])).toEqual(defaults);
  });
  it('is read from the URL', () => {
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
  ])('falls back to the defaults for %j', (urlQuery) => {
    expect(tableQueryOf(urlQuery, ['name'])).toEqual(defaults);
  });
  it("never exceeds the server's offset limit", () => {
    expect(tableQueryOf({ current: '1001' }, []).current).toBe(1001);
    expect(tableQueryOf({ current: '1002' }, []).current).toBe(1);
  });
  it('omits defaults from the URL and keeps the filters', () => {
    const query = { ...tableQueryOf({}, []), current: 2 };
    expect(urlQueryOf(query, { status: 'active', q: '', current: '9' })).toEqual({ status: 'active', current: '2' });
  });
  it('survives a round trip through the URL', () => {
    const query = { current: 4, pageSize: 50, sortBy: 'name', sort: 'asc' } as const;
    expect(tableQueryOf(urlQueryOf(query), ['name'])).toEqual(query);
  });
  it('converts to limit and offset', () => {
    expect(rangeOf({ current: 3, pageSize: 25, sortBy: 'name', sort: 'asc' })).toEqual({
      limit: 25,
      offset: 50,
      sortBy: 'name',
      sort: 'asc',
    });
  });
});
