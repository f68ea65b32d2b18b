import { screen } from '@testing-library/dom';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const ORDER = {
  resourceType: 'ServiceRequest',
  id: 's1',
  status: 'active',
  intent: 'order',
  code: { text: 'X-quang ngực' },
  quantityQuantity: { value: 1, unit: 'lần' },
  authoredOn: '2026-10-02T08:00:00+07:00',
  occurrenceDateTime: '2026-10-03',
  requester: { display: 'BS. Hòa' },
  performer: [{ display: 'Khoa chẩn đoán hình ảnh' }],
  patientInstruction: 'Nhịn ăn 8 giờ',
  encounter: { reference: 'Encounter/e1' },
};
const open = async (id: string, order: object = ORDER) => {
  const host = createFakeHost({
    path: `/service-request-detail/${id}`,
    respond: ({ query }) => searchset(query?.['_id'] === ORDER.id ? [order] : []),
    hrefOf: (name, params) => `/${name}/${params?.['id'] ?? ''}`,
  });
  await openPart(mountView, module, host);
  return host;
};

test('[COV-06] an order shows what, by whom, when, its state, the preparation and its visit', async () => {
  const host = await open('s1');
  await proves('ROUTE-49', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'X-quang ngực' })).toBeInTheDocument(),
  );
  expect(await screen.findByRole('region', { name: 'Chi tiết chỉ định' })).toHaveTextContent(
    /Đang thực hiện.*1 lần.*02\/10\/2026.*03\/10\/2026.*BS\. Hòa.*Khoa chẩn đoán hình ảnh/s,
  );
  expect(host.seen.titles).toEqual(['Chi tiết chỉ định']);
  expect(screen.getByText('Nhịn ăn 8 giờ')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Xem lần khám' })).toHaveAttribute('href', '/encounter-details/e1');
  expect(host.seen.requests).toEqual([
    expect.objectContaining({
      path: '/Patient/patient-main/ServiceRequest',
      query: expect.objectContaining({ _id: 's1' }),
    }),
  ]);
});

test('an unknown order is said to be not found', async () => {
  await open('unknown');
  expect(await screen.findByText('Không tìm thấy chỉ định này')).toBeInTheDocument();
});

test('an order that forbids something says so in place of its state', async () => {
  await open('s1', { ...ORDER, doNotPerform: true });
  expect(await screen.findAllByText('Không được làm')).not.toHaveLength(0);
  expect(screen.queryByText('Đang thực hiện')).toBeNull();
});
