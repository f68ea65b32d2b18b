import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const DAY = 86_400_000;
const at = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
const GRANT = {
  resourceType: 'Consent',
  id: 'g',
  meta: { versionId: '4' },
  status: 'proposed',
  identifier: [{ value: 'AB12CD' }],
  patient: { reference: 'Patient/patient-main' },
  dateTime: at(-1),
  organization: [{ reference: 'Organization/o', display: 'Bệnh viện Sao Mai' }],
  policyRule: { text: 'OPTIN' },
  provision: {
    type: 'permit',
    period: { start: at(-1), end: at(29) },
    actor: [
      { role: { coding: [{ code: 'CST' }] }, reference: { reference: 'Organization/o', display: 'Bệnh viện Sao Mai' } },
      { role: { coding: [{ code: 'PRCP' }] }, reference: { reference: 'Practitioner/p', display: 'BS. Dương' } },
    ],
  },
};
const PLAIN = {
  resourceType: 'Consent',
  id: 'c',
  status: 'active',
  patient: GRANT.patient,
  organization: [{ display: 'Phòng khám Hương Sen' }],
};

async function open(
  path: string,
  stored: Readonly<Record<string, unknown>>[] = [GRANT, PLAIN],
  refuse?: () => void,
): Promise<FakeHost> {
  const rows = [...stored];
  const host = createFakeHost({
    path,
    hrefOf: (name, params) => ['', name, params?.['id']].filter((part) => part !== undefined).join('/'),
    respond: ({ method, query, body }) => {
      if (method === 'GET')
        return searchset(rows.filter(({ id }) => query?.['_id'] === undefined || query['_id'] === id));
      refuse?.();
      const written = body as Readonly<Record<string, unknown>>;
      rows.splice(
        rows.findIndex(({ id }) => id === written['id']),
        1,
        written,
      );
      return written;
    },
  });
  await openPart(mountView, module, host);
  return host;
}
const puts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'PUT');
const answer = async (button: string) => {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: button }));
};

test('[ROUTE-65][CONS-01][CALL-72] lists who asks, for whom, how long and in which state, with details', async () => {
  const host = await open('/patient-consents');
  const rows = within(await screen.findByRole('list', { name: 'Quyền riêng tư' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/Bệnh viện Sao Mai.*Cấp quyền cho: BS. Dương.*Mã yêu cầu: AB12CD.*Chờ xác nhận/s);
  expect(rows[1]).toHaveTextContent(/Phòng khám Hương Sen.*Đang hiệu lực/s);
  expect(within(rows[0] ?? document.body).getByRole('link')).toHaveAttribute('href', '/patient-consent-details/g');
  expect(host.seen.requests).toEqual([expect.objectContaining({ path: '/Patient/patient-main/Consent' })]);
});

test('[ROUTE-66][GRANT-01][CONS-01] a grant shows its code, provider, staff, grantee, status and start', async () => {
  await open('/patient-consent-details/g');
  const card = await screen.findByRole('region', { name: 'Bệnh viện Sao Mai' });
  const facts = Object.fromEntries(
    within(card)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  expect(facts).toMatchObject({
    'Mã yêu cầu': 'AB12CD',
    'Cơ sở y tế': 'Bệnh viện Sao Mai',
    'Nhân viên y tế': 'BS. Dương',
    'Cấp quyền cho': 'BS. Dương',
    'Trạng thái': 'Chờ xác nhận',
    'Thời gian bắt đầu': expect.stringMatching(/^\d\d:\d\d \d\d\/\d\d\/\d{4}$/),
    'Phần hồ sơ được xem': 'Toàn bộ hồ sơ',
  });
  expect(screen.getByText(/^Quyền truy cập tự động bị thu hồi khi hết thời hạn\./)).toBeInTheDocument();
});

test('[CONS-02][CONS-03][CALL-79] accepting asks first, sets status and date only, and can be taken back', async () => {
  const host = await open('/patient-consent-details/g');
  expect(await screen.findByText(/ xin xem .*\. Bạn có cho phép không\?$/)).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Đồng ý' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cho Bệnh viện Sao Mai xem hồ sơ này?' }));
  expect(question.getByText('Cho: TRẦN MINH CHÂU')).toBeInTheDocument();
  expect(question.getByText(/^Được xem đến \d\d:\d\d/)).toBeInTheDocument();
  await userEvent.click(question.getByRole('button', { name: 'Hủy' }));
  expect(puts(host)).toHaveLength(0);

  await answer('Đồng ý');
  await screen.findByRole('button', { name: 'Ngừng cho xem' });
  expect(puts(host)).toEqual([
    expect.objectContaining({
      service: 'fhir',
      path: '/Consent/g',
      ifMatch: 'W/"4"',
      body: { ...GRANT, status: 'active', dateTime: expect.stringMatching(/[+-]\d\d:\d\d$/) },
    }),
  ]);
  await proves('NOTI-15', () =>
    expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã cập nhật đồng ý chia sẻ' }]),
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();

  // The other half: a grant that was given is taken back.
  await proves('GRANT-04', async () => {
    await answer('Ngừng cho xem');
    await waitFor(() =>
      expect(puts(host).map(({ body }) => (body as typeof GRANT).status)).toEqual(['active', 'inactive']),
    );
  });
  expect(await screen.findAllByText('Đã thu hồi')).not.toHaveLength(0);
  expect(screen.queryByRole('button')).toBeNull();
});

test('[CONS-02, CONS-03] a waiting grant can be denied; a plain consent is rejected or revoked', async () => {
  const host = await open('/patient-consent-details/g');
  await proves('GRANT-04', async () => {
    await answer('Không cho phép');
    await waitFor(() => expect(puts(host)[0]?.body).toMatchObject({ status: 'rejected' }));
  });
  const other = await open('/patient-consent-details/c');
  await answer('Thu hồi');
  await waitFor(() => expect(puts(other)[0]?.body).toMatchObject({ id: 'c', status: 'inactive' }));
});

test('an answer that comes too late is said where it was given, and what is true now is shown', async () => {
  let stale = true;
  const stored: Readonly<Record<string, unknown>>[] = [GRANT];
  const host = await open('/patient-consent-details/g', stored, () => {
    if (stale) {
      stale = false;
      throw new AppError({ code: 'INVALID_TRANSITION', httpStatus: 409, source: 'FHIR_SERVER' });
    }
  });
  await answer('Đồng ý');
  expect(await screen.findByText('Trạng thái hiện tại không cho phép thao tác này')).toBeInTheDocument();
  expect(screen.getByText(/vừa được thay đổi ở nơi khác/)).toBeInTheDocument();
  expect(host.seen.notices.map(({ type }) => type)).toEqual(['error']);
  expect(host.seen.requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
});

test('that an answer came too late stays said when the request is no longer asked', async () => {
  const rows: Readonly<Record<string, unknown>>[] = [GRANT];
  const host = createFakeHost({
    path: '/patient-consent-details/g',
    respond: ({ method }) => {
      if (method === 'GET') return searchset(rows);
      rows[0] = { ...GRANT, status: 'active' };
      throw new AppError({ code: 'INVALID_TRANSITION', httpStatus: 409, source: 'FHIR_SERVER' });
    },
  });
  await openPart(mountView, module, host);
  await answer('Đồng ý');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Đồng ý' })).toBeNull());
  expect(screen.getByText(/vừa được thay đổi ở nơi khác/)).toBeInTheDocument();
});

test("[DEEP-09][ROUTE-66] without an id opens the list; a relative's is named, a stranger's refused", async () => {
  const host = await open('/patient-consent-details');
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/patient-consents'));
  await open('/patient-consent-details/g/patient-main');
  expect(await screen.findByRole('region', { name: 'Bệnh viện Sao Mai' })).toBeInTheDocument();
  const other = await open(`/patient-consent-details/g/${FAKE_MOTHER.id}`);
  expect(await screen.findByText(/thuộc hồ sơ của NGUYỄN THỊ ÁNH/)).toBeInTheDocument();
  expect(other.seen.requests).toEqual([]);
  const stranger = await open('/patient-consent-details/g/somebody');
  expect(await screen.findByText('Bạn không có quyền truy cập')).toBeInTheDocument();
  expect(stranger.seen.requests).toEqual([]);
  await open('/patient-consent-details/unknown');
  expect(await screen.findByText('Không tìm thấy yêu cầu này')).toBeInTheDocument();
});

test('what is asked while the list is on screen appears in it', async () => {
  const stored: Readonly<Record<string, unknown>>[] = [PLAIN];
  const host = createFakeHost({ path: '/patient-consents', respond: () => searchset(stored) });
  await openPart(mountView, module, host);
  expect(await screen.findByText('Phòng khám Hương Sen')).toBeInTheDocument();
  stored.unshift(GRANT);
  host.tell('consent.changed', { patientId: 'patient-main' });
  expect(await screen.findByText('Bệnh viện Sao Mai')).toBeInTheDocument();
});

test('without consents the page says what would stand there', async () => {
  await open('/patient-consents', []);
  expect(await screen.findByText('Chưa có yêu cầu chia sẻ')).toBeInTheDocument();
});
