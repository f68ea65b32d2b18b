import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';

const DAY = 86_400_000;
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format(Date.now() + days * DAY);
const MOVE = '/api/phr/appointment/move';
const APPOINTMENT = {
  resourceType: 'Appointment',
  id: 'a1',
  status: 'booked',
  start: `${dayIn(3)}T10:00:00+07:00`,
  end: `${dayIn(3)}T10:30:00+07:00`,
  slot: [{ reference: 'Slot/old' }],
  participant: [
    { actor: { reference: 'Patient/patient-main', display: 'TRẦN MINH CHÂU' } },
    { actor: { reference: 'PractitionerRole/hoa', display: 'BS. Hòa' } },
    { actor: { reference: 'HealthcareService/s1', display: 'Khám tim mạch' } },
  ],
};
const slot = (id: string, time: string) => ({
  resourceType: 'Slot',
  id,
  status: 'free',
  start: `${dayIn(1)}T${time}:00+07:00`,
  end: `${dayIn(1)}T${time.slice(0, 2)}:45:00+07:00`,
  schedule: { reference: 'Schedule/sch' },
});

/** A hospital with two free times tomorrow that responds to moves as given. */
async function open(
  path: string,
  move: (request: ServiceRequest) => unknown = () => APPOINTMENT,
  appointment: object = APPOINTMENT,
): Promise<FakeHost> {
  const host = createFakeHost({
    path,
    hrefOf: hrefsOf(manifest.routes),
    respond(request) {
      if (request.path === MOVE) return move(request);
      if (request.path.endsWith('/Appointment')) return searchset([appointment]);
      if (request.path === '/HealthcareService/s1')
        return {
          resourceType: 'HealthcareService',
          id: 's1',
          providedBy: { display: 'Bệnh viện Sông Hương' },
          location: [{ reference: 'Location/site' }],
          telecom: [{ system: 'phone', value: '02343123456' }],
        };
      if (request.path === '/Location/site')
        return { resourceType: 'Location', name: 'Bệnh viện Sông Hương', address: { text: '12 Lê Lợi, Huế' } };
      if (request.path === '/Schedule')
        return searchset([
          {
            resourceType: 'Schedule',
            id: 'sch',
            active: true,
            actor: [{ reference: 'HealthcareService/s1' }, { reference: 'PractitionerRole/hoa' }],
            planningHorizon: { end: new Date(Date.now() + 9 * DAY).toISOString() },
          },
        ]);
      if (request.path === '/Slot')
        return searchset(
          String(request.query?.['start']).includes(dayIn(1)) ? [slot('a', '08:30'), slot('b', '09:00')] : [],
        );
      return undefined;
    },
  });
  await openPart(mountView, module, host);
  return host;
}
const moves = (host: FakeHost) => host.seen.requests.filter(({ path }) => path === MOVE);

test('an appointment is moved in one call; the screen says what it keeps until then', async () => {
  const host = await open('/appointment-details/a1');
  await userEvent.click(await screen.findByRole('button', { name: 'Đổi giờ khám' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Khám tim mạch · \d{2}\/\d{2}\/\d{4}$/);
  const card = await screen.findByRole('region', { name: 'Đổi giờ khám' });
  expect(card).toHaveTextContent(/TRẦN MINH CHÂU.*Khám tim mạch.*BS\. Hòa.*10:00–10:30.*vẫn là của bạn/s);
  await userEvent.click(await within(card).findByRole('radio', { name: '09:00' }));
  await userEvent.click(within(card).getByRole('button', { name: 'Đổi sang giờ này' }));
  await waitFor(() => expect(host.seen.notices).toEqual([expect.objectContaining({ title: 'Đã đổi giờ khám' })]));
  expect(moves(host)).toEqual([
    expect.objectContaining({
      method: 'POST',
      body: { appointmentId: 'a1', slotId: 'b' },
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }),
  ]);
  expect(host.navigation.location.get()).toMatchObject({ pathname: '/appointment-details/a1', search: '' });
});

test('a time that was just taken is told; the appointment keeps its own and near times are offered', async () => {
  const host = await open('/appointment-details/a1?move=1', () => {
    throw new AppError({ code: 'SLOT_TAKEN', httpStatus: 409 });
  });
  await userEvent.click(await screen.findByRole('button', { name: /^08:30, / }));
  await userEvent.click(screen.getByRole('button', { name: 'Đổi sang giờ này' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/vừa có người đặt.*Lịch hẹn vẫn giữ giờ cũ/s);
  expect(screen.getByRole('heading', { name: 'Giờ trống gần nhất' })).toBeInTheDocument();
  expect(host.navigation.location.get().search).toContain('move=1');
});

test.each([404, 501])(
  'a server that moves nothing (%d) says so once, and nothing is offered from then on',
  async (httpStatus) => {
    const host = await open('/appointment-details/a1?move=1', () => {
      throw new AppError({ code: 'NOT_FOUND', httpStatus });
    });
    await userEvent.click(await screen.findByRole('radio', { name: '08:30' }));
    await userEvent.click(screen.getByRole('button', { name: 'Đổi sang giờ này' }));
    expect(await screen.findByRole('button', { name: 'Hủy lịch hẹn' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Đổi giờ khám' })).toBeNull();
    expect(host.seen.notices).toEqual([expect.objectContaining({ type: 'warning', title: 'Chưa đổi giờ được ở đây' })]);
  },
);

test('what is cancelled or over, or names no doctor, cannot be moved, whatever the address says', async () => {
  for (const more of [
    { status: 'cancelled' },
    { start: `${dayIn(-1)}T10:00:00+07:00` },
    { participant: APPOINTMENT.participant.slice(0, 1) },
  ]) {
    await open('/appointment-details/a1?move=1', undefined, { ...APPOINTMENT, ...more });
    expect(await screen.findByRole('region', { name: 'Thông tin lịch hẹn' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Đổi giờ khám' })).toBeNull();
  }
});

test('an appointment tells the street and the telephone of its facility', async () => {
  await open('/appointment-details/a1');
  const facts = within(await screen.findByRole('region', { name: 'Thông tin lịch hẹn' }));
  expect(await facts.findByText('12 Lê Lợi, Huế')).toBeInTheDocument();
  expect(facts.getByRole('link', { name: /0234/ })).toHaveAttribute('href', 'tel:02343123456');
});

test('the way to the facility names its name and address and nothing of the visit', async () => {
  await open('/appointment-details/a1');
  const link = await screen.findByRole('link', { name: 'Chỉ đường' });
  const address = new URL(String(link.getAttribute('href')));
  expect([...address.searchParams]).toEqual([
    ['api', '1'],
    ['destination', 'Bệnh viện Sông Hương, 12 Lê Lợi, Huế'],
  ]);
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});
