import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { screen, waitFor } from '@testing-library/dom';
import module from '../../module.ts';

const meta = { versionId: '3', source: 'https://phr.example/source/person' };
const patient = { reference: 'Patient/patient-main' };
const ROWS: Readonly<Record<string, readonly object[]>> = {
  Condition: [{ resourceType: 'Condition', id: 'c1', meta, code: { text: 'Hen' }, subject: patient }],
  AllergyIntolerance: [{ resourceType: 'AllergyIntolerance', id: 'a1', meta, code: { text: 'Tôm' }, patient }],
  Immunization: [
    {
      resourceType: 'Immunization',
      id: 'i1',
      meta,
      status: 'completed',
      vaccineCode: { text: 'Cúm mùa' },
      occurrenceDateTime: '2026-10-02',
      patient,
    },
  ],
  Observation: [
    {
      resourceType: 'Observation',
      id: 'o1',
      meta,
      status: 'final',
      category: [{ coding: [{ code: 'laboratory' }] }],
      code: { coding: [{ system: 'http://loinc.org', code: '94558-4' }], text: 'Kháng nguyên' },
      subject: patient,
      performer: [patient],
      effectiveDateTime: '2026-11-27T08:15:00+07:00',
      interpretation: [{ coding: [{ code: 'POS' }] }],
    },
  ],
};
const WAYS = /^(Thêm|Chỉnh sửa|Sửa|Xóa|Ghi nhầm|Không có dị ứng nào)/;
const waysIn = () =>
  [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')]
    .map((way) => way.getAttribute('aria-label') ?? way.textContent)
    .filter((name) => WAYS.test(name));

test.each([
  ['/conditions', 'Hen'],
  ['/allergies', 'Tôm'],
  ['/immunizations', 'Cúm mùa'],
  ['/lab-observations', 'Kháng nguyên'],
  ['/observations-list', 'Kháng nguyên'],
])('%s offers no way to change a record that may only be read', async (path, title) => {
  const host = createFakeHost({
    path,
    respond: ({ path: asked }) => searchset(ROWS[asked.split('/').at(-1) ?? ''] ?? []),
  });
  await openPart(mountView, module, host);
  await screen.findByText(title);
  await waitFor(() => expect(waysIn().length).toBeGreaterThan(1));
  host.view({ ...FAKE_MAIN, may: ['read'] });
  await screen.findByText(title);
  await waitFor(() => expect(waysIn()).toEqual([]));
});

test.each([
  [['read', 'create'], true],
  [['read', 'update'], false],
] as const)('a form that adds something is open to who may add: %j', async (may, isOpen) => {
  const host = createFakeHost({ path: '/condition-create', respond: () => searchset([]) });
  host.view({ ...FAKE_MAIN, may });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(screen.queryByText(/chỉ được xem/) === null).toBe(isOpen));
  expect(screen.queryAllByRole('textbox').length > 0).toBe(isOpen);
});
