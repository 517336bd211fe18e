import { act, fireEvent, render, screen } from '@testing-library/react';
import type { QueuedToast } from './toast-queue';
import { Toasts, UndoToast } from './toasts';

const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('toasts', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const show = (queue: QueuedToast[]) => {
    const closedIds: string[] = [];
    render(<Toasts queue={queue} onClosed={(id) => closedIds.push(id)} />);
    return closedIds;
  };

  it('are announced politely, one at a time', () => {
    show([
      { id: 'a', text: 'Changes saved' },
      { id: 'b', text: 'Link copied' },
    ]);
    expect(screen.getByRole('status')).toHaveTextContent('Changes saved');
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite');
    expect(screen.queryByText('Link copied')).not.toBeInTheDocument();
  });

  it('disappear after five seconds', () => {
    const closedIds = show([{ id: 'a', text: 'Changes saved' }]);
    advance(4999);
    expect(closedIds).toEqual([]);
    advance(1);
    expect(closedIds).toEqual(['a']);
  });

  it('pause while they are hovered or focused', () => {
    const closedIds = show([{ id: 'a', text: 'Changes saved' }]);
    advance(3000);
    fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }));
    advance(60_000);
    expect(closedIds).toEqual([]);
    fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }));
    advance(1999);
    expect(closedIds).toEqual([]);
    advance(1);
    expect(closedIds).toEqual(['a']);
  });

  it('pause on hover with a mouse, but not on touch, which has no pointerleave', () => {
    const matchMedia = jest.spyOn(window, 'matchMedia');
    const enterWith = (hovers: boolean): string[] => {
      matchMedia.mockImplementation((query) => Object.assign(new EventTarget(), { matches: hovers, media: query }) as MediaQueryList);
      const closedIds = show([{ id: 'a', text: 'Changes saved' }]);
      fireEvent.pointerEnter(screen.getAllByText('Changes saved').at(-1)?.parentElement ?? document.body);
      advance(60_000);
      return closedIds;
    };
    expect(enterWith(true)).toEqual([]);
    expect(enterWith(false)).toEqual(['a']);
    matchMedia.mockRestore();
  });

  it('offer a link, and close when it is followed', () => {
    const onFollow = jest.fn();
    const closedIds = show([{ id: 'a', text: 'Ada is live.', link: { label: 'Watch', href: '/live/ada', onFollow } }]);
    const link = screen.getByRole('link', { name: 'Watch' });
    expect(link).toHaveAttribute('href', '/live/ada');
    fireEvent.click(link);
    expect(onFollow).toHaveBeenCalledTimes(1);
    expect(closedIds).toEqual(['a']);
  });

  it('offer undo for eight seconds', () => {
    const done: string[] = [];
    render(<UndoToast text="Bookmark removed" onUndo={() => done.push('undone')} onClosed={() => done.push('gone')} />);
    advance(7999);
    expect(done).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(done).toEqual(['undone', 'gone']);
  });
});
