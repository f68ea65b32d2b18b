import type { PatientSummary } from '@phr/contract/host-api';
import type { Registry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { TODAYS_SCREENS } from '../../testing/offer-of.ts';
import { Adding } from './adding.view.tsx';

const module = (name: string, order: number, enabled = true): Registry['modules'][number] => ({
  name,
  enabled,
  loadTimeoutMs: 8_000,
  current: {
    version: '1.0.0',
    container: name,
    entry: '',
    integrity: '',
    manifest: {
      name,
      contract: '^1.3.0',
      access: 'signed-in',
      calls: [],
      slots: [],
      routes: [
        { screen: `${name}-create`, path: `/${name}-create`, layout: 'app', needsMainPatient: true },
        { screen: `${name}-own`, path: `/${name}-own`, layout: 'app', needsMainPatient: true, mainPatientOnly: true },
      ],
      actions: [
        { screen: `${name}-own`, text: { 'en-US': `Own ${name}` }, icon: 'device', order: order + 1 },
        { screen: `${name}-create`, text: { 'vi-VN': `Thêm ${name}`, 'en-US': 'x' }, icon: 'vital', order },
        { screen: 'nowhere', text: { 'vi-VN': 'Không có' }, icon: 'vital', order },
      ],
    },
  },
});
const registry: Registry = {
  schema: 1,
  publishedAt: '',
  modules: [...TODAYS_SCREENS.modules, module('b', 20), module('a', 10), module('off', 1, false)],
};

async function open(viewed: PatientSummary = FAKE_MAIN, family = [FAKE_MAIN, FAKE_MOTHER]) {
  const made = await createFakeShell({ registry });
  const context = createStore({ epoch: 1, main: FAKE_MAIN, viewed, family });
  const closed: string[] = [];
  const shell = { ...made.shell, patients: { ...made.shell.patients, context } };
  renderIn(shell, <Adding onClose={() => closed.push('closed')} />);
  const sheet = within(await screen.findByRole('dialog', { name: 'Thêm' }));
  const names = () =>
    sheet
      .getAllByRole('button')
      .map((button) => button.textContent)
      .filter((words) => words !== '');
  return { ...made, sheet, names, closed };
}
const WAYS = ['Quét mã QR', 'Thiết bị', 'Cài đặt'];

test('what the modules offer stands in its order, then the QR code and the ways of the quick row', async () => {
  const { names, sheet, closed, host, seen } = await open();
  expect(names()).toEqual(['Thêm a', 'Own a', 'Thêm b', 'Own b', 'Đưa mã QR', ...WAYS]);
  await userEvent.click(sheet.getByRole('button', { name: 'Thêm b' }));
  expect(closed).toEqual(['closed']);
  expect(host.seen.visits).toEqual(['/b-create']);
  expect(seen.views).toEqual([FAKE_MAIN.id]);
});

test('for another person it opens her record first, and nothing that is for the own record only', async () => {
  const { names, sheet, host, seen } = await open();
  expect(sheet.getByRole('combobox', { name: 'Cho' })).toHaveDisplayValue('Tôi · TRẦN MINH CHÂU');
  await userEvent.selectOptions(sheet.getByRole('combobox'), 'Mẹ · NGUYỄN THỊ ÁNH');
  expect(names()).toEqual(['Thêm a', 'Thêm b', 'Đưa mã QR', 'Quét mã QR', 'Cài đặt']);
  await userEvent.click(sheet.getByRole('button', { name: 'Thêm a' }));
  expect(seen.views).toEqual([FAKE_MOTHER.id]);
  expect(host.seen.visits).toEqual(['/a-create']);
});

test('[MENU-04] a record that may only be looked at is not offered in the list of persons', async () => {
  const readOnly = { ...FAKE_MOTHER, may: ['read' as const] };
  const { sheet } = await open(FAKE_MAIN, [FAKE_MAIN, readOnly]);
  expect(sheet.queryByRole('combobox')).toBeNull();
});

test('while a record that may only be looked at is open the sheet says so', async () => {
  const readOnly = { ...FAKE_MOTHER, may: ['read' as const] };
  const { names, sheet } = await open(readOnly, [FAKE_MAIN, readOnly]);
  expect(sheet.getByText('Bạn chỉ được xem hồ sơ này, không sửa được.')).toBeInTheDocument();
  expect(names()).toEqual(['Đưa mã QR', 'Quét mã QR', 'Cài đặt']);
});
