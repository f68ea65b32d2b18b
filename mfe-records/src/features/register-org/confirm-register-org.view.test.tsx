import { AppError } from '@phr/contract/app-error';
import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const PATIENT = {
  resourceType: 'Patient',
  id: 'patient-main',
  name: [{ text: 'TRẦN MINH CHÂU' }],
  photo: [{ url: 'p/photo.jpg' }],
  telecom: [{ system: 'phone', value: '84901234567' }],
};
const NAMES: Readonly<Record<string, string>> = { ro1: 'Bệnh viện Sao Mai', so1: 'Sở y tế' };

async function open(path: string, refused = false): Promise<FakeHost> {
  const host = createFakeHost({
    path,
    respond: ({ method, path: asked }) => {
      if (method === 'POST') {
        if (refused) throw new AppError({ code: 'ALREADY_REGISTERED', httpStatus: 409, source: 'MEDRECORD_ADMIN' });
        return { resourceType: 'Encounter', id: 'e1' };
      }
      const id = asked.split('/').at(-1) ?? '';
      if (asked.startsWith('/Organization/')) return NAMES[id] && { resourceType: 'Organization', id, name: NAMES[id] };
      return PATIENT;
    },
  });
  await openPart(mountView, module, host);
  return host;
}
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');
const register = () => userEvent.click(screen.getByRole('button', { name: 'Đăng ký' }));

test('[CALL-39] sends nothing before consent; then patient, organisations and type, without the photo', async () => {
  const host = await open('/confirm-register-org/ro1/so1?encounterType=F0H');
  await proves('ROUTE-52', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Xác nhận đăng ký cơ sở y tế' })).toBeInTheDocument(),
  );
  expect(await screen.findByRole('heading', { name: 'Bệnh viện Sao Mai' })).toBeInTheDocument();
  expect(document.body).toHaveTextContent(/Cùng theo dõi.*Sở y tế.*Cách ly COVID-19 tại nhà.*TRẦN MINH CHÂU/s);
  await proves('ORG-04', async () => {
    await register();
    expect(screen.getAllByText('Hãy đánh dấu đồng ý trước khi đăng ký').length).toBeGreaterThan(0);
    expect(posts(host)).toHaveLength(0);
  });

  const changed: string[] = [];
  host.topics.subscribe('encounter.changed', ({ patientId }) => changed.push(patientId));
  await userEvent.click(screen.getByRole('checkbox', { name: /Tôi đồng ý chia sẻ số điện thoại và họ tên/ }));
  await proves('NAV-12', async () => {
    await register();
    await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/dashboard'));
    // views of encounters refetch
    expect(changed).toEqual(['patient-main']);
  });
  const { photo: _photo, ...person } = PATIENT;
  expect(posts(host)).toEqual([expect.objectContaining({ service: 'admin', path: '/patient-app/encounter/register' })]);
  await proves('ORG-02', () =>
    expect(posts(host)[0]?.body).toEqual({
      patient: person,
      registerOrgId: 'ro1',
      sharedOrgId: 'so1',
      encounterType: 'F0H',
    }),
  );
  await proves('ORG-03', () =>
    expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đăng ký điều trị thành công' }]),
  );
});

test('a refusal stands in the form, and a second try carries the same key', async () => {
  const host = await open('/confirm-register-org/ro1', true);
  await userEvent.click(await screen.findByRole('checkbox'));
  await register();
  expect(await screen.findByRole('alert')).toHaveTextContent('Bạn đã đăng ký tại cơ sở này');
  await register();
  await waitFor(() => expect(posts(host)).toHaveLength(2));
  const [first, second] = posts(host).map(({ idempotencyKey }) => idempotencyKey);
  expect(first).toBe(second);
  expect(host.navigation.location.get().pathname).toBe('/confirm-register-org/ro1');
});

test('without an organisation the way leads to the list; an unknown one can be tried again', async () => {
  await open('/confirm-register-org');
  expect(await screen.findByRole('link', { name: 'Chọn cơ sở y tế' })).toHaveAttribute('href', '/register-org');
  await open('/confirm-register-org/unknown');
  expect(await screen.findByRole('button', { name: 'Thử lại' })).toBeInTheDocument();
});
