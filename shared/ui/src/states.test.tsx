import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { EmptyState } from './empty-state.tsx';
import { ErrorCard } from './error-card.tsx';
import { Freshness } from './freshness.tsx';
import { LoadingRegion } from './loading-region.tsx';
import { Notice } from './notice.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { renderUi } from './render-ui.tsx';
import { Skeleton } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';

const { jest } = import.meta;

describe('loading region', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('[UX-21] announces loading once; after ten seconds says that it takes long and offers a retry', () => {
    let retries = 0;
    const region = (
      <LoadingRegion
        thing="huyết áp"
        onRetry={() => {
          retries += 1;
        }}
      >
        <Skeleton height={24} lines={3} />
      </LoadingRegion>
    );
    const { rerender } = renderUi(region);
    expect(screen.getByRole('status')).toHaveTextContent('Đang tải huyết áp…');
    act(() => {
      jest.advanceTimersByTime(9_999);
    });
    rerender(region);
    expect(screen.getByRole('status')).toHaveTextContent('Đang tải huyết áp…');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    act(() => {
      jest.advanceTimersByTime(1);
    });
    expect(screen.getByRole('status')).toHaveTextContent('Đang lâu hơn bình thường. Vui lòng chờ thêm hoặc thử lại.');
    act(() => {
      screen.getByRole('button', { name: 'Thử lại' }).click();
    });
    expect(retries).toBe(1);
    expect(screen.getByRole('status')).toHaveTextContent('Đang tải huyết áp…');
  });

  test('[UX-21] steps that follow each other are one wait; one that begins later is another', () => {
    const step = (thing: string) => (
      <LoadingRegion key={thing} thing={thing}>
        {thing}
      </LoadingRegion>
    );
    const wait = (ms: number) => {
      act(() => {
        jest.advanceTimersByTime(ms);
      });
    };
    wait(60_000);
    const { rerender } = renderUi(step('mã'));
    wait(6_000);
    rerender(step('hồ sơ'));
    wait(3_999);
    expect(screen.getByRole('status')).toHaveTextContent('Đang tải hồ sơ…');
    wait(1);
    expect(screen.getByRole('status')).toHaveTextContent(/^Đang lâu hơn bình thường/);
    rerender(<p>Hồ sơ</p>);
    wait(501);
    rerender(step('huyết áp'));
    wait(9_999);
    expect(screen.getByRole('status')).toHaveTextContent('Đang tải huyết áp…');
  });
});

describe('error card', () => {
  test('[UX-23] says what happened and what to do, without a code; retry is offered once', async () => {
    let fail: () => void = () => undefined;
    renderUi(
      <ErrorCard
        thing="huyết áp"
        code="E-500"
        onRetry={() =>
          new Promise((_, reject) => {
            fail = () => reject(new Error('again'));
          })
        }
      />,
    );
    const card = screen.getByRole('alert');
    expect(card).toHaveTextContent('Không tải được huyết áp');
    expect(card).toHaveTextContent('Dữ liệu của bạn vẫn an toàn. Hãy thử lại.');
    expect(card).not.toHaveTextContent('E-500');
    await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
    await act(async () => fail());
    expect(card).toHaveTextContent('Vẫn chưa được. Hãy thử lại sau hoặc gọi hỗ trợ, mã E-500.');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('[UX-23] a second failure counted by the caller shows the code at once', () => {
    renderUi(<ErrorCard thing="huyết áp" code="E-500" failures={2} onRetry={() => undefined} />);
    expect(screen.getByRole('alert')).toHaveTextContent('mã E-500');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('a successful retry may take the card away', async () => {
    const Part = () => {
      const [there, setThere] = useState(false);
      return there ? <p>Dữ liệu</p> : <ErrorCard thing="x" code="1" onRetry={async () => setThere(true)} />;
    };
    renderUi(<Part />);
    await userEvent.click(screen.getByRole('button'));
    expect(screen.getByText('Dữ liệu')).toBeInTheDocument();
  });

  test('what may not be seen is said as what it is, and nothing is to be tried again', () => {
    renderUi(<ErrorCard thing="huyết áp" code="ACCESS_DENIED" onRetry={() => undefined} />);
    expect(screen.getByRole('alert')).toHaveTextContent(/^Bạn không có quyền truy cập$/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('[UX-24] a module that cannot be loaded has its sentence', () => {
    renderUi(<ErrorCard code="X" />, { locale: 'en-US' });
    expect(screen.getByRole('heading')).toHaveTextContent('This part could not be loaded');
  });
});

test('[UX-22] an empty place says what is missing, why, and the next step', () => {
  renderUi(<EmptyState title="Chưa có lịch hẹn" help="Đặt lịch để thấy ở đây." action={<a href="/new">Đặt lịch</a>} />);
  expect(screen.getByText('Chưa có lịch hẹn')).toBeInTheDocument();
  expect(screen.getByText('Đặt lịch để thấy ở đây.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Đặt lịch' })).toBeInTheDocument();
});

describe('freshness', () => {
  const at = new Date(2026, 10, 25, 8, 15).getTime();

  test('[UX-17] says when the data came', () => {
    renderUi(<Freshness at={at} />);
    expect(screen.getByText('Cập nhật lúc 08:15')).toBeInTheDocument();
  });

  test('[UX-17] a failed refresh says so and offers one retry', async () => {
    let retries = 0;
    renderUi(
      <Freshness
        at={at}
        failed
        onRetry={() => {
          retries += 1;
        }}
      />,
    );
    expect(screen.getByRole('status')).toHaveTextContent('Chưa cập nhật được. Đang hiển thị dữ liệu lúc 08:15.');
    await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(retries).toBe(1);
  });
});

test('[UX-27] the offline bar speaks when the network goes and is silent otherwise', () => {
  const at = new Date(2026, 10, 25, 8, 15).getTime();
  const { rerender } = renderUi(<OfflineBar offline={false} at={at} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  rerender(<OfflineBar offline at={at} />);
  expect(screen.getByRole('status')).toHaveTextContent('Không có mạng. Dữ liệu lúc 08:15.');
  rerender(<OfflineBar offline />);
  expect(screen.getByRole('status')).toHaveTextContent(/^Không có mạng\.$/);
});

test('a notice speaks only when asked to', () => {
  const { rerender } = renderUi(<Notice type="error" title="Không lưu được" />);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  rerender(<Notice type="error" title="Không lưu được" announce="alert" />);
  expect(screen.getByRole('alert')).toHaveTextContent('Không lưu được');
});

test('a spinner has its words', () => {
  renderUi(<Spinner label="Đang đăng nhập" />);
  expect(screen.getByRole('status')).toHaveTextContent('Đang đăng nhập');
});
