import type { LogPort } from '@phr/contract/host-api';
import type { MountProps } from '@phr/contract/phr-module';
import { isFileFault } from '@phr/http/file-fault';
import { Component, type ReactNode } from 'react';
import { ErrorCard } from '@phr/ui/error-card';
import { BROKEN, FILE_AWAY } from './error-code.tsx';

interface Props {
  readonly children: ReactNode;
  readonly log: LogPort;
  readonly title: string;
  /** Current location: a fault in one does not affect the next. */
  readonly place: string;
  /** Reports a file that failed to load. */
  readonly onFault: MountProps['fault'];
}

interface State {
  /** What the card tells; absent while nothing is broken. */
  readonly code?: string | undefined;
  /** How often this place broke: the card tells its code from the second time on. */
  readonly failures: number;
}

/** Keeps a fault inside its place: shows the translated card with "try again" instead of an empty page. */
export class ErrorWall extends Component<Props, State> {
  override state: State = { failures: 0 };

  static getDerivedStateFromError(error: unknown): Pick<State, 'code'> {
    return { code: isFileFault(error) ? FILE_AWAY : BROKEN };
  }

  override componentDidCatch(error: unknown) {
    const { log, onFault } = this.props;
    log.error('module.render', error);
    this.setState(({ failures }) => ({ failures: failures + 1 }));
    if (isFileFault(error)) onFault?.('file');
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.code !== undefined && place !== this.props.place) this.setState({ code: undefined, failures: 0 });
  }

  private readonly tryAgain = () => this.setState({ code: undefined });

  override render() {
    const { code, failures } = this.state;
    if (code === undefined) return this.props.children;
    return <ErrorCard title={this.props.title} code={code} failures={failures} onRetry={this.tryAgain} />;
  }
}
