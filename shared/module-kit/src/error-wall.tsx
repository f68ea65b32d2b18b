import type { LogPort } from '@phr/contract/host-api';
import type { MountProps } from '@phr/contract/phr-module';
import { isFileFault } from '@phr/http/file-fault';
import { Component, type ReactNode } from 'react';
import { ErrorCard } from '@phr/ui/error-card';

interface Props {
  readonly children: ReactNode;
  readonly log: LogPort;
  readonly title: string;
  /** Current location: a fault in one does not affect the next. */
  readonly place: string;
  /** Reports a file that failed to load. */
  readonly onFault: MountProps['fault'];
}

/** Error boundary of a place: shows a translated card with "try again". */
export class ErrorWall extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    const { log, onFault } = this.props;
    log.error('module.render', error);
    if (isFileFault(error)) onFault?.('file');
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.failed && place !== this.props.place) this.tryAgain();
  }

  private readonly tryAgain = () => this.setState({ failed: false });

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorCard title={this.props.title} code="RENDER" onRetry={this.tryAgain} />;
  }
}
