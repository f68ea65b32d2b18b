import { screen } from '@testing-library/react';
import { Value } from './value.tsx';
import { renderUi } from './render-ui.tsx';

const VN = 'Asia/Ho_Chi_Minh';
const at = '2026-11-23T07:42:00+07:00';
const spoken = (container: HTMLElement): string => {
  const copy = container.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
  return copy.textContent.trim();
};

test.each([
  ['128/82', 'mm[Hg]', '128 trên 82 milimét thủy ngân, 07:42 ngày 23/11/2026'],
  ['72', '{beats}/min', '72 nhịp mỗi phút, 07:42 ngày 23/11/2026'],
  ['18', '/min', '18 lần mỗi phút, 07:42 ngày 23/11/2026'],
  ['36,6', 'Cel', '36,6 độ C, 07:42 ngày 23/11/2026'],
  ['98', '%', '98 phần trăm, 07:42 ngày 23/11/2026'],
  ['6,1', 'mmol/L', '6,1 milimol trên lít, 07:42 ngày 23/11/2026'],
  ['54', 'kg', '54 kilôgam, 07:42 ngày 23/11/2026'],
  ['160', 'cm', '160 xentimét, 07:42 ngày 23/11/2026'],
  ['22,46', 'kg/m2', '22,46 kilôgam trên mét vuông, 07:42 ngày 23/11/2026'],
  ['4,1', 'T/L', '4,1 T/L, 07:42 ngày 23/11/2026'],
])('[UX-09] %s %s is read out with unit and time', (value, unit, words) => {
  const { container } = renderUi(<Value value={value} unit={unit} at={at} zone={VN} />);
  expect(spoken(container)).toBe(words);
});

test('[UX-09] in English', () => {
  const { container } = renderUi(<Value value="128/82" unit="mmHg" at={at} zone={VN} />, { locale: 'en-US' });
  expect(spoken(container)).toBe('128 over 82 millimetres of mercury, 07:42 on 23/11/2026');
});

test('[UX-09] shows the written unit and the time', () => {
  const { container } = renderUi(<Value value="128/82" unit="mm[Hg]" at={at} zone={VN} />);
  expect(container).toHaveTextContent('128/82mmHg07:42 23/11/2026');
});

test('[UX-09] the time stays in the name when it is not shown', () => {
  const { container } = renderUi(<Value value="72" unit="bpm" at={at} zone={VN} showTime={false} />);
  expect(spoken(container)).toContain('07:42 ngày 23/11/2026');
});

test('a value that has only a date is not given a time', () => {
  const { container } = renderUi(<Value value="54" unit="kg" at="2026-11-23" />);
  expect(spoken(container)).toBe('54 kilôgam, 23/11/2026');
});

test('[UX-09] no value is said in words', () => {
  renderUi(<Value value={undefined} unit="mmHg" at={undefined} />);
  expect(screen.getByText('Chưa có dữ liệu')).toBeInTheDocument();
});
