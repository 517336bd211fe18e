/** Where fans find shows: the page of shows, the strip at home, and a performer's page. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LoadContext } from '@web/shell/define-page';
import { PrimaryLayout } from '@web/shell/layouts/primary-layout';
import { endpointKeyText } from '@web/services/use-endpoint';
import livePage from '../../../../../pages/live/index';
import { fan } from '../../../../../tests/kit/answers/accounts';
import { post } from '../../../../../tests/kit/answers/content';
import { answer, cutOff, startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { pageOf, profileOfAda } from '../../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { stream } from '../../../../../tests/kit/answers/streams';
import { LiveScreen } from './live-screen';
import { LiveStrip } from './live-strip';
import { ProfileLive } from './profile-live';

startTestHost();

const paid = stream({ _id: 'paid', title: 'A paid evening', isFree: false, price: 12, canWatch: false, unlock: ['buy'], viewers: 1 });
const plan = (at: string, title: string) => post({ _id: title, slug: title, title, type: 'scheduled-stream', streamScheduledAt: at });
const later = '2090-05-02T10:00:00.000Z';
const sooner = '2090-05-01T10:00:00.000Z';
const over = '2020-05-01T10:00:00.000Z';

function open(path = '/live', user?: ReturnType<typeof fan>) {
  const asked = answer('GET /streaming/user/search', pageOf(stream(), paid));
  const planned = answer('GET /user/feeds', pageOf(plan(later, 'second'), plan(over, 'past'), plan(sooner, 'first')));
  return { asked, planned, ...renderScreen(<LiveScreen />, { path, ...(user ? { user } : {}) }) };
}

describe('the page of shows', () => {
  it('shows who is live, with the title, the viewers and what it takes to come in', async () => {
    const { asked } = open();
    const shows = within(await screen.findByRole('list', { name: 'Shows' }));
    expect(shows.getByRole('link', { name: 'Evening songs' })).toHaveAttribute('href', expect.stringMatching(/^\/live\//));
    expect(shows.getAllByText('LIVE')).toHaveLength(2);
    expect(shows.getByText('12 viewers')).toBeInTheDocument();
    expect(shows.getByText(/Ada · Free for subscribers/)).toBeInTheDocument();
    expect(shows.getByText(/Ada · .*12/)).toBeInTheDocument();
    expect(shows.getAllByRole('img', { name: 'Locked' })).toHaveLength(1);
    expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ sortBy: 'viewers', sort: 'desc' });
  });

  it('shows what comes next, the soonest first, and nothing that is over', async () => {
    const { planned } = open();
    const next = within(await screen.findByRole('region', { name: 'Coming up' }));
    expect(next.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['first', 'second']);
    expect(planned[0]?.query.get('type')).toBe('scheduled-stream');
  });

  it('is narrowed by the address: what is free for all, and for members those whom they follow', async () => {
    const guest = open('/live?show=free');
    await screen.findByRole('list', { name: 'Shows' });
    expect(guest.asked[0]?.query.get('isFree')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Followed' })).toBeNull();
    guest.unmount();
    const member = open('/live', fan());
    await userEvent.click(await screen.findByRole('button', { name: 'Followed' }));
    expect(member.navigations()).toEqual(['/live?show=followed']);
  });

  it('says that nobody is live, with a way on', async () => {
    answer('GET /streaming/user/search', pageOf());
    cutOff('GET /user/feeds');
    renderScreen(<LiveScreen />, { path: '/live' });
    expect(await screen.findByText('Nobody is live now')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Explore performers' })).toHaveAttribute('href', '/explore');
  });

  it('is there with the first render, as the server has read it', async () => {
    const fallback: Record<string, unknown> = {};
    const read = (name: 'GET /streaming/user/search' | 'GET /user/feeds', input: never) => {
      const found = name === 'GET /streaming/user/search' ? pageOf(stream()) : pageOf();
      fallback[endpointKeyText(name, input)] = found;
      return Promise.resolve(found);
    };
    await livePage.definition.load?.({ read, readAlike: read, query: {} } as unknown as LoadContext);
    renderScreen(<livePage.definition.screen />, { path: '/live', fallback });
    expect(screen.getByRole('link', { name: 'Evening songs' })).toBeInTheDocument();
  });
});

describe('the strip of shows', () => {
  it('leads to shows and to all of them', async () => {
    answer('GET /streaming/user/search', pageOf(stream()));
    renderScreen(<LiveStrip />, { user: fan() });
    const strip = within(await screen.findByRole('region', { name: 'Live now' }));
    expect(strip.getByRole('link', { name: 'Evening songs' })).toBeInTheDocument();
    expect(strip.getByRole('link', { name: 'All shows' })).toHaveAttribute('href', '/live');
  });
});

describe("a performer's page", () => {
  const running = {
    ...{ _id: 's', sessionId: 'x', title: 'Evening songs', status: 'live' as const, isFree: false, price: 12, startedAt: null, viewers: 3 },
  };

  it('leads to the running show, and names those that are planned', async () => {
    answer('GET /user/feeds', pageOf(plan(sooner, 'first')));
    renderScreen(<ProfileLive performer={profileOfAda({ stream: running })} />);
    expect(screen.getByRole('link', { name: 'Watch live' })).toHaveAttribute('href', '/live/ada');
    expect(screen.getByText('3 viewers')).toBeInTheDocument();
    expect(await screen.findByRole('region', { name: 'Planned shows' })).toBeInTheDocument();
  });

  it('says that she is not live', async () => {
    const asked = answer('GET /user/feeds', pageOf());
    renderScreen(<ProfileLive performer={profileOfAda({ stream: null })} />);
    expect(screen.getByText(/^Ada is not live now\./)).toBeInTheDocument();
    expect(await screen.findByText(/^Ada is not live now\./)).toBeInTheDocument();
    expect(asked[0]?.query.get('performerId')).toBe(profileOfAda()._id);
  });
});

it.each([
  ['a guest', undefined],
  ['a fan', fan()],
])('%s finds the page of shows in the bars', async (_who, user) => {
  renderScreen(<PrimaryLayout>Page</PrimaryLayout>, user ? { user } : {});
  for (const link of await screen.findAllByRole('link', { name: 'Live' })) expect(link).toHaveAttribute('href', '/live');
});
