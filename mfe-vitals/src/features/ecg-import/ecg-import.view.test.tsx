import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { heart } from '@phr/clinical/ecg-signals.test-support';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { withoutLayout } from '@phr/testing/no-layout';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

// jsdom cannot measure or draw, and its files are unreadable
beforeAll(withoutLayout);

const RATE = 250;
/** ten seconds of a heartbeat in microvolts, with a second missing in the middle */
const rows = [...heart(75, { seconds: 10, rate: RATE }).signal].flatMap((value, at) =>
  at >= 1200 && at < 1450 ? [] : [`${(at / RATE).toFixed(3)},${Math.round(value * 1000)}`],
);
async function choose(head: string) {
  const host = createFakeHost({ path: '/ekg-board', respond: () => searchset([]) });
  await openPart(mountView, module, host);
  await userEvent.click(await screen.findByRole('button', { name: 'Nhập từ tệp' }));
  const content = [head, ...rows].join('\n');
  const file = Object.assign(new File([content], 'heart.csv'), { text: async () => content });
  await userEvent.upload(await screen.findByLabelText('Tệp điện tim'), file, { applyAccept: false });
}

test('a table of microvolts is drawn at once, and its gap is told', async () => {
  await choose('time (s),II (uV)');
  expect(await screen.findByRole('application')).toBeInTheDocument();
  expect(screen.getByText(/^Thời gian trong tệp bị ngắt 1 lần/)).toBeInTheDocument();
  expect(screen.queryByText(/Tệp không ghi đơn vị/)).toBeNull();
});

test('a table without a unit asks for it: millivolts it cannot be, as microvolts it is drawn', async () => {
  await choose('time (s),II');
  expect(await screen.findByText(/lớn hơn 100 mV/)).toBeInTheDocument();
  expect(screen.queryByRole('application')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText(/^Đơn vị của các số/), 'uV');
  expect(await screen.findByRole('application')).toBeInTheDocument();
  expect(screen.getByText('Tệp không ghi đơn vị: các số được đọc là µV.')).toBeInTheDocument();
});

test('the picker offers the data files of every format that is read', async () => {
  await choose('time (s),II (uV)');
  expect(screen.getByLabelText('Tệp điện tim').getAttribute('accept')).toBe('.hea,.dat,.mat,.xyz,.csv,.txt,.tsv,.json');
});
