import { act, fireEvent, screen } from '@testing-library/react';
import { renderUi } from './render-ui.tsx';
import { ToastRegion } from './toast-region.tsx';
import { createToaster, HUB_TOAST_MS, type Toaster, type ToastRequest } from './toaster.tsx';

const { jest } = import.meta;
let toaster: Toaster;

beforeEach(() => {
  jest.useFakeTimers();
  toaster = createToaster();
  renderUi(
    <>
      <button type="button">Trang</button>
      <ToastRegion toaster={toaster} />
    </>,
  );
});
afterEach(() => {
  jest.useRealTimers();
});

const show = (request: ToastRequest) => act(() => void toaster.show(request));
const pass = (ms: number) =>
  act(() => {
    jest.advanceTimersByTime(ms);
  });
const closeButton = () => screen.getByRole('button', { name: 'Đóng thông báo' });

test('[NOTI-02] [NOTI-03] a toast is an info for 3 seconds unless told otherwise', () => {
  show({ title: 'Chưa được hỗ trợ' });
  expect(toaster.toasts()[0]?.type).toBe('info');
  pass(2_999);
  expect(screen.getByText('Chưa được hỗ trợ')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Chưa được hỗ trợ')).not.toBeInTheDocument();
});

test('[NOTI-04] a toast of the hub lasts 5 seconds', () => {
  show({ title: 'Hub', durationMs: HUB_TOAST_MS });
  pass(4_999);
  expect(screen.getByText('Hub')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Hub')).not.toBeInTheDocument();
});

test('[UX-25] [ERR-24] success is a status, an error is an alert and lasts 3 seconds', () => {
  show({ type: 'success', title: 'Đã lưu' });
  show({ type: 'error', title: 'Có lỗi xảy ra', description: 'Bạn không có quyền truy cập' });
  expect(screen.getByRole('status')).toHaveTextContent('Đã lưu');
  expect(screen.getByRole('status')).not.toHaveTextContent('Có lỗi');
  expect(screen.getByRole('alert')).toHaveTextContent('Có lỗi xảy raBạn không có quyền truy cập');
  pass(3_000);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('[UX-25] all clocks stand still under the pointer and run on afterwards', () => {
  show({ title: 'Một' });
  pass(2_000);
  fireEvent.pointerMove(screen.getByText('Một'));
  pass(60_000);
  expect(screen.getByText('Một')).toBeInTheDocument();
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Thông báo nhanh' }));
  pass(999);
  expect(screen.getByText('Một')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Một')).not.toBeInTheDocument();
});

test('a pointer that rests where a toast appears does not hold it', () => {
  show({ title: 'Hai' });
  fireEvent.pointerOver(screen.getByText('Hai'));
  pass(3_000);
  expect(screen.queryByText('Hai')).not.toBeInTheDocument();
});

test('[UX-25] [ERR-27] a toast with the focus stays; closing it by keyboard gives the focus back', () => {
  show({ title: 'Một' });
  const page = screen.getByRole('button', { name: 'Trang' });
  act(() => page.focus());
  act(() => closeButton().focus());
  pass(10_000);
  expect(screen.getByText('Một')).toBeInTheDocument();
  act(() => closeButton().click());
  expect(screen.queryByText('Một')).not.toBeInTheDocument();
  expect(page).toHaveFocus();
});

test('[UX-35] an offer to undo is done once and closes the toast', () => {
  let undone = 0;
  show({
    title: 'Đã xóa.',
    action: {
      label: 'Hoàn tác',
      onPress: () => {
        undone += 1;
      },
    },
  });
  act(() => screen.getByRole('button', { name: 'Hoàn tác' }).click());
  expect(undone).toBe(1);
  expect(screen.queryByText('Đã xóa.')).not.toBeInTheDocument();
});

describe('where toasts stand on a phone', () => {
  const at = (top: number, bottom: number) => new DOMRect(0, top, 1, bottom - top);
  const boxes = new Map<Element, DOMRect>();
  beforeEach(() => {
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
      return boxes.get(this) ?? at(0, 0);
    });
  });
  afterEach(() => {
    boxes.clear();
    jest.restoreAllMocks();
  });
  const news = () => screen.getByRole('status');
  const page = (attributes: Partial<HTMLButtonElement>, top: number) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', ...attributes });
    document.body.append(button);
    boxes.set(button, at(top, top + 48));
    boxes.set(news(), at(600, 660));
    return () => button.remove();
  };

  test.each([
    ["a form's button there", { type: 'submit' }, 640, '32px'],
    ['the main button there', { className: 'button primary' }, 570, '102px'],
    ["a form's button above", { type: 'submit' }, 500, ''],
    ['another button there', { className: 'button' }, 620, ''],
  ] as const)('[UX-25] %s, with %o at %i px: they rise by %j', (_, attributes, top, rise) => {
    const leave = page(attributes, top);
    show({ title: 'Một' });
    expect(news().style.getPropertyValue('--lift')).toBe(rise);
    leave();
  });
});
