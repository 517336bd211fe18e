/** Catches errors of a screen, so that the shell survives. Navigation resets it. */
import { useRouter } from 'next/router';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorScreen } from './lazy-error-page';

interface CatcherProps {
  path: string;
  children: ReactNode;
}

class Catcher extends Component<CatcherProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: CatcherProps): void {
    if (this.state.hasFailed && before.path !== this.props.path) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <ErrorScreen pageError={{ status: 500 }} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}

export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Catcher path={useRouter().asPath}>{children}</Catcher>;
}
