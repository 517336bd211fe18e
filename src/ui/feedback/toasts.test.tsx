import { act, fireEvent, render, screen } from '@testing-library/react';
import { Toasts, UndoToast, type Toast } from './toasts';

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('toasts', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const show = (queue: Toast[]) => {
    const gone: string[] = [];
    render(<Toasts queue={queue} onGone={(id) => gone.push(id)} />);
    return gone;
  };

  it('are read out politely, one at a time', () => {
    show([
      { id: 'a', text: 'Changes saved' },
      { id: 'b', text: 'Link copied' },
    ]);
    expect(screen.getByRole('status')).toHaveTextContent('Changes saved');
    expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite');
    expect(screen.queryByText('Link copied')).not.toBeInTheDocument();
  });

  it('leave after five seconds', () => {
    const gone = show([{ id: 'a', text: 'Changes saved' }]);
    pass(4999);
    expect(gone).toEqual([]);
    pass(1);
    expect(gone).toEqual(['a']);
  });

  it('wait while the pointer or the focus is on them', () => {
    const gone = show([{ id: 'a', text: 'Changes saved' }]);
    pass(3000);
    fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }));
    pass(60_000);
    expect(gone).toEqual([]);
    fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }));
    pass(1999);
    expect(gone).toEqual([]);
    pass(1);
    expect(gone).toEqual(['a']);
  });

  it('wait while a mouse is on them, but not for a finger, which leaves no trace of where it went', () => {
    const asked = jest.spyOn(window, 'matchMedia');
    const enterWith = (hovers: boolean): string[] => {
      asked.mockImplementation((query) => Object.assign(new EventTarget(), { matches: hovers, media: query }) as MediaQueryList);
      const gone = show([{ id: 'a', text: 'Changes saved' }]);
      fireEvent.pointerEnter(screen.getAllByText('Changes saved').at(-1)?.parentElement ?? document.body);
      pass(60_000);
      return gone;
    };
    expect(enterWith(true)).toEqual([]);
    expect(enterWith(false)).toEqual(['a']);
    asked.mockRestore();
  });

  it('offer the way back for eight seconds', () => {
    const done: string[] = [];
    render(<UndoToast text="Bookmark removed" onUndo={() => done.push('undone')} onGone={() => done.push('gone')} />);
    pass(7999);
    expect(done).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(done).toEqual(['undone', 'gone']);
  });
});
