/** Keeps a fault of one screen from taking the shell with it. The next page starts afresh. */
import { useRouter } from 'next/router';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { FaultScreen } from '../late-fault';

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
    return <FaultScreen fault={{ status: 500 }} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}

export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Catcher path={useRouter().asPath}>{children}</Catcher>;
}
