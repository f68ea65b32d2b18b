import { Component, type ReactNode } from 'react';
import { page } from '../services/host/page.ts';

interface Props {
  /** Show the message immediately: the app could not start. */
  readonly failed?: boolean;
  readonly children: ReactNode;
}

/** Outermost error boundary. In both languages, since texts may not be loaded, with a button to restart. */
export class LastResort extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: this.props.failed === true };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('shell.render', error instanceof Error ? error.name : typeof error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="phr-start" role="alert">
        <h1>Không mở được ứng dụng</h1>
        <p>Dữ liệu của bạn vẫn an toàn. Hãy kiểm tra mạng rồi tải lại trang.</p>
        <p lang="en">The app could not be opened. Your data is safe. Check your connection and reload the page.</p>
        <p>
          <button type="button" onClick={() => page.reload()}>
            Tải lại trang / <span lang="en">Reload</span>
          </button>
        </p>
      </main>
    );
  }
}
