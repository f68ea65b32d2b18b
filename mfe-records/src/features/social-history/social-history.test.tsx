import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { checkSocial, EMPTY_SOCIAL } from './social-history.model.ts';

test('drinking and smoking are sent as social-history observations in one bundle', async () => {
  const host = createFakeHost({
    path: '/conditions',
    respond: () => ({ resourceType: 'Bundle', type: 'transaction-response' }),
  });
  host.navigation.push('/family-care-health-risk-factors');
  await openPart(mountView, module, host);
  await proves('ROUTE-55', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Yếu tố nguy cơ sức khỏe' })).toBeInTheDocument(),
  );
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /^Tần suất uống \(/ }), '2to4aMonth');
  await userEvent.type(screen.getByRole('textbox', { name: /^Số ly mỗi ngày/ }), '1,5');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Tần suất uống quá mức/ }), 'lessThanMonthly');
  await userEvent.type(screen.getByRole('textbox', { name: /^Số gói mỗi năm/ }), '120');
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/conditions'));
  const posts = host.seen.requests.filter(({ method }) => method === 'POST');
  const bodies = posts.map(({ body }) => body as { readonly entry: readonly { readonly resource: object }[] });
  const [alcohol, tobacco] = bodies[0]?.entry ?? [];
  await proves('SOC-01', () =>
    expect(alcohol?.resource).toMatchObject({
      code: { coding: [{ code: '11331-6' }], text: 'Rượu bia' },
      component: [
        {
          code: { coding: [{ code: '68518-0' }] },
          valueCodeableConcept: { coding: [{ code: 'LA18927-6' }], text: '2–4 lần mỗi tháng' },
        },
        { code: { coding: [{ code: '74013-4' }] }, valueQuantity: { value: 1.5, code: '{drinks}/d' } },
        { code: { coding: [{ code: '68520-6' }] }, valueCodeableConcept: { coding: [{ code: 'LA18933-4' }] } },
      ],
    }),
  );
  await proves('SOC-02', () =>
    expect(tobacco?.resource).toMatchObject({
      code: { coding: [{ code: '11367-0' }] },
      component: [{ code: { coding: [{ code: 'packs-per-year' }] }, valueQuantity: { value: 120, code: '{packs}/a' } }],
    }),
  );
  await proves('SOC-03', () => {
    const social = {
      resource: {
        resourceType: 'Observation',
        category: [{ coding: [{ code: 'social-history' }] }],
        subject: { reference: 'Patient/patient-main' },
      },
    };
    expect(bodies).toMatchObject([{ type: 'transaction', entry: [social, social] }]);
  });
  await proves('CALL-98', () => expect(posts).toMatchObject([{ service: 'fhir', method: 'POST', path: '/' }]));
  expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã lưu kết quả' }]);
});

test('only what was told is sent; of somebody who never drinks no amounts are taken', () => {
  expect(checkSocial(EMPTY_SOCIAL)).toEqual({ ok: false, faults: [{ field: 'frequency', message: 'soc.err.none' }] });
  expect(checkSocial({ ...EMPTY_SOCIAL, packs: '0' })).toEqual({ ok: true, entry: { packsPerYear: 0 } });
  expect(checkSocial({ frequency: 'never', drinksPerDay: '9', binge: 'daily', packs: '', years: '' })).toEqual({
    ok: true,
    entry: { alcohol: { frequency: 'never' } },
  });
  expect(checkSocial({ ...EMPTY_SOCIAL, drinksPerDay: '101' })).toEqual({
    ok: false,
    faults: [{ field: 'drinksPerDay', message: 'soc.err.drinksPerDay' }],
  });
  expect(checkSocial({ ...EMPTY_SOCIAL, packs: 'nhiều' })).toEqual({
    ok: false,
    faults: [{ field: 'packs', message: 'field.numberInvalid' }],
  });
});

test('packs a year and years come to pack-years, which are told at once and sent along', async () => {
  const host = createFakeHost({
    path: '/family-care-health-risk-factors',
    respond: () => ({ resourceType: 'Bundle', type: 'transaction-response' }),
  });
  await openPart(mountView, module, host);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Số gói mỗi năm/ }), '182,5');
  await userEvent.type(screen.getByRole('textbox', { name: /^Số năm đã hút/ }), '21');
  expect(screen.getByText('Khoảng 10,5 gói-năm')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(host.seen.requests.filter(({ method }) => method === 'POST')).toHaveLength(1));
  const sent = JSON.stringify(host.seen.requests.find(({ method }) => method === 'POST')?.body);
  for (const part of ['"packs-per-year"', '"years-smoked"', '"pack-years"', '"value":10.5'])
    expect(sent).toContain(part);
  expect(checkSocial({ ...EMPTY_SOCIAL, packs: '10', years: '101' })).toMatchObject({
    faults: [{ field: 'years', message: 'soc.err.years' }],
  });
});
