import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { formatMoment } from '@phr/ui/format';
import { useDay, useMinute } from '@phr/ui/use-now';
import { useUi } from '@phr/ui/ui-text';
import { renderUi } from './render-ui.tsx';

const { jest } = import.meta;
const EVENING = new Date(2026, 10, 30, 23, 58, 30).getTime();
const MINUTE_MS = 60_000;

beforeEach(() => jest.useFakeTimers({ now: EVENING }));
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

/** A phone is looked at again, its timers as late as the sleep was long. */
const wakeAt = (moment: number) =>
  act(() => {
    jest.setSystemTime(moment);
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** An instant as worded on tiles and rows. */
function Told({ onDrawn = () => undefined }: { readonly onDrawn?: () => void }) {
  const { locale } = useUi();
  useEffect(() => onDrawn());
  return <p>{formatMoment(EVENING, locale)}</p>;
}

test('what is of today is of yesterday at the first minute after midnight, and drawn anew only then', () => {
  const drawn = jest.fn();
  renderUi(<Told onDrawn={() => void drawn()} />);
  pass(MINUTE_MS);
  expect(screen.getByText('23:58 hôm nay')).toBeInTheDocument();
  expect(drawn).toHaveBeenCalledTimes(1);
  pass(MINUTE_MS);
  expect(screen.getByText('23:58 hôm qua')).toBeInTheDocument();
  expect(drawn).toHaveBeenCalledTimes(2);
});

test('a page that is seen again after a sleep is of the new day at once', () => {
  renderUi(<Told />);
  wakeAt(EVENING + 8 * 60 * MINUTE_MS);
  expect(screen.getByText(/^23:58 hôm qua/)).toBeInTheDocument();
});

test('a screen keeps the moment of its opening through its day', () => {
  const Times = () => (
    <p>
      {useDay() - EVENING} {useMinute() - EVENING}
    </p>
  );
  renderUi(<Times />);
  pass(MINUTE_MS);
  expect(screen.getByText('0 60000')).toBeInTheDocument();
  pass(MINUTE_MS);
  expect(screen.getByText('120000 120000')).toBeInTheDocument();
});
