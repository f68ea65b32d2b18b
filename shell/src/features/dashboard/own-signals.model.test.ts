import { FAKE_MAIN } from '@phr/testing/fake-host';
import type { WaitingWrite } from '@phr/contract/host-api';
import type { PatientDetails } from '../../services/patient/patient.api.ts';
import { type Known, ownSignals } from './own-signals.model.ts';
import { createCatalog } from '@phr/i18n/catalog';
import ui from '@phr/ui/locales/vi-VN' with { type: 'json' };
import vi from '../../locales/vi-VN.json' with { type: 'json' };

const NOW = new Date('2026-11-25T08:00:00+07:00');
const whole: PatientDetails = { ...FAKE_MAIN, relatedPersonIds: [], hasContact: true };
const user = { sub: 'u', userName: 'x', phoneNumberVerified: true };
const known: Known = { person: whole, isMain: true, user, waiting: [] };
const told = (more: Partial<Known>, patientId = FAKE_MAIN.id) =>
  ownSignals(patientId, { ...known, ...more }, NOW, createCatalog('vi-VN', { ...ui, ...vi }).t).map(
    ({ id, title, place }) => [id.split('/')[1], title, place.screen],
  );
const write: WaitingWrite = {
  id: 'w1',
  module: 'mfe-vitals',
  patientId: FAKE_MAIN.id,
  title: 'Huyết áp 128/82 mmHg',
  at: '2026-11-25T06:59:00+07:00',
  state: 'waiting',
  body: {},
};

test('[S17] a number that is not verified and each thing that a record lacks lead to where it is mended', () => {
  expect(told({})).toEqual([]);
  const { birthDate: _birthDate, gender: _gender, ...bare } = whole;
  expect(told({ user: { ...user, phoneNumberVerified: false }, person: { ...bare, hasContact: false } })).toEqual([
    ['S17', 'Số điện thoại chưa xác thực', 'phone-verify'],
    ['S17', 'Thiếu ngày sinh', 'update-profile'],
    ['S17', 'Thiếu giới tính', 'update-profile'],
    ['S17', 'Thiếu người liên hệ khẩn cấp', 'update-patient-contactor'],
  ]);
});

test('[S17] who may only look is asked for nothing, and the number is that of the account alone', () => {
  const lacking = { ...whole, hasContact: false, may: ['read' as const] };
  expect(told({ person: lacking, isMain: false, user: { ...user, phoneNumberVerified: false } })).toEqual([]);
  expect(told({ person: undefined })).toEqual([]);
});

test('[S18] what was not sent for an hour is counted, of the person on screen alone', () => {
  expect(told({ waiting: [write, { ...write, id: 'w2' }] })).toEqual([['S18', '2 mục chưa gửi', 'notifications']]);
  expect(told({ waiting: [{ ...write, at: '2026-11-25T07:00:00+07:00' }] })).toEqual([]);
  expect(told({ waiting: [{ ...write, patientId: 'q' }] })).toEqual([]);
  // rejected writes are reported by the module that wrote them
  expect(told({ waiting: [{ ...write, state: 'refused' }] })).toEqual([]);
});
